import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { Identifier } from '../../kernel/signs/identifier.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { bytes, number } from '../../kernel/words/count-words.ts';
import { mediaWords } from '../../kernel/words/media-words.ts';
import type { ItemViewProps } from '../item/item.ts';
import { TagsField } from './tags-field.tsx';

/**
 * Facts about a file or skill. If the page shows `other`, a file next to SKILL.md, the type and size are left out, because they are those
 * of SKILL.md.
 */
export function FileFacts({ item, other }: ItemViewProps & { other?: string | undefined }) {
  return (
    <Facts>
      {other === undefined && (
        <Fact name="Type">
          <span title={item.mimeType}>{mediaWords(item.mimeType)}</span>
        </Fact>
      )}
      {other === undefined && <Fact name="Size">{bytes(item.sizeBytes)}</Fact>}
      <Fact name="Versions">{number(item.versionCount)}</Fact>
      {item.description !== null && <Fact name="Description">{item.description}</Fact>}
      <Fact name="Tags">
        <TagsField item={item} />
      </Fact>
      <Fact name="Updated">
        <Time at={item.updatedAt} />
      </Fact>
      <Fact name="Identifier">
        <Identifier id={item.id} />
      </Fact>
    </Facts>
  );
}
