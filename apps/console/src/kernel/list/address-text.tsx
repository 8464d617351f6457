import { maxSearch } from '@gatehouse/domain';
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Search } from '../icons/icons.ts';
import { leaveField } from '../keyboard/keep-focus.ts';

export interface AddressTextProps {
  label: string;
  placeholder: string;
  className?: string | undefined;
  /** Text in the address of the page. */
  text: string;
  onText: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  isFirst?: boolean;
  fieldRef?: Ref<HTMLInputElement>;
}

/** Field with its text in the address of the page. The address follows with a delay, and never overwrites typing. */
export function AddressText({ label, placeholder, className, text, onText, onKeyDown, isFirst = false, fieldRef }: AddressTextProps) {
  const [typed, setTyped] = useState(text);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setTyped(text);
  }, [text]);
  return (
    <TextInput
      ref={fieldRef}
      className={className ?? ''}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Search size={13} aria-hidden="true" />}
      autoFocus={isFirst}
      autoComplete="off"
      maxLength={maxSearch}
      value={typed}
      onFocus={() => {
        isTyping.current = true;
      }}
      onBlur={() => {
        isTyping.current = false;
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onText(value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          leaveField(event.currentTarget);
        }
        onKeyDown?.(event);
      }}
    />
  );
}
