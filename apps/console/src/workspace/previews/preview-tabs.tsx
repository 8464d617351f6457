import { textSourceOf } from '@gatehouse/domain';
import { Tabs } from '@mantine/core';
import { ExtractedText } from './extracted-text.tsx';
import { FilePreview, type FilePreviewProps } from './file-preview.tsx';
import styles from './previews.module.css';

interface PreviewTabsProps extends FilePreviewProps {
  /** True for a person who came to read words of the text. */
  isTextFirst: boolean;
}

/** A file as a browser shows it, and its extracted text. */
export function PreviewTabs({ isTextFirst, ...props }: PreviewTabsProps) {
  if (textSourceOf(props.item.mimeType) === undefined) return <FilePreview {...props} />;
  return (
    <Tabs defaultValue={isTextFirst ? 'text' : 'preview'} variant="pills" keepMounted={false}>
      <Tabs.List aria-label="Views of this file" className={styles.tabs ?? ''}>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
        <Tabs.Tab value="text">Text</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="preview">
        <FilePreview {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <ExtractedText key={props.item.version} item={props.item} markdown={props.markdown} />
      </Tabs.Panel>
    </Tabs>
  );
}
