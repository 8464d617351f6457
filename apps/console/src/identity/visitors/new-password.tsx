import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { newPassword as strings } from '../strings.ts';

/** A password that is chosen. The gateway says which it takes. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={strings.password}
      description={strings.atLeast10Characters}
      autoComplete="new-password"
      minLength={10}
      required
      {...props}
    />
  );
}
