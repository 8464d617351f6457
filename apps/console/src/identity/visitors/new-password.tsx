import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Field for a new password. The gateway checks it. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput label="Password" description="At least 10 characters" autoComplete="new-password" minLength={10} required {...props} />
  );
}
