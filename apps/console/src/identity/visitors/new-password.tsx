import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that is chosen. The gateway says which it takes. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput label="Password" description="At least 10 characters" autoComplete="new-password" minLength={10} required {...props} />
  );
}
