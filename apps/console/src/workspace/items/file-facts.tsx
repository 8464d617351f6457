import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { Identifier } from '../../kernel/signs/identifier.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { bytes, number } from '../../kernel/words/count-words.ts';
import type { ItemViewProps } from '../item/item.ts';
import { fileView as strings } from '../strings.ts';
import { TagsField } from './tags-field.tsx';

/** What is known of a file or skill. `other` is the file beside SKILL.md that is shown above it: type and size would be those of SKILL.md. */
export function FileFacts({ item, other }: ItemViewProps & { other?: string | undefined }) {
  return (
    <Facts>
      {other === undefined && <Fact name={strings.type}>{item.mimeType}</Fact>}
      {other === undefined && <Fact name={strings.size}>{bytes(item.sizeBytes)}</Fact>}
      <Fact name={strings.versions}>{number(item.versionCount)}</Fact>
      {item.description !== null && <Fact name={strings.description}>{item.description}</Fact>}
      <Fact name={strings.tags}>
        <TagsField item={item} />
      </Fact>
      <Fact name={strings.updated}>
        <Time at={item.updatedAt} />
      </Fact>
      <Fact name={strings.identifier}>
        <Identifier id={item.id} />
      </Fact>
    </Facts>
  );
}
