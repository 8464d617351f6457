import { Section } from '../../kernel/layout/side-panel.tsx';
import { ReviewSwitch } from './review-switch.tsx';

interface FolderReviewProps {
  folder: { id: string };
  /** Undefined while loading. */
  isOn: boolean | undefined;
  mayChange: boolean;
}

/** Review setting of a folder. */
export function FolderReview({ folder, isOn, mayChange }: FolderReviewProps) {
  if (isOn === undefined || !(mayChange || isOn)) return null;
  return (
    <Section title="Review">
      <ReviewSwitch folderId={folder.id} isOn={isOn} mayChange={mayChange} />
    </Section>
  );
}
