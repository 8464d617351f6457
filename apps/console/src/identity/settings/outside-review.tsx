import { SettingsSection } from '../../kernel/forms/section.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { ReviewSwitch } from '../../workspace/reviews/review-switch.tsx';

/** Review setting for items outside of folders. Each top folder has its own setting in its access panel. // D78 */
export function OutsideReview() {
  const { asksReview } = useMembership();
  return (
    <SettingsSection title="Review" lead="For documents and files outside of folders. Each top folder has its own setting, under Access.">
      <ReviewSwitch isOn={asksReview} />
    </SettingsSection>
  );
}
