import { type FormEvent, useState } from 'react';
import { CallError } from '../calls/call.ts';
import { messageOf } from '../states/failed.tsx';

export interface Form<Values> {
  values: Values;
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Props of a text field. */
  text: (name: keyof Values & string) => { name: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void };
  isSending: boolean;
  /** Reason for a refusal, in words for people. */
  fault: string | undefined;
  /** Reason code, if it has one. */
  reason: string | undefined;
  onSubmit: (event: FormEvent) => void;
}

/** State of a form. The gateway checks its fields and reports faults. */
export function useForm<Values extends object>(initial: Values, send: (values: Values) => Promise<void>): Form<Values> {
  const [values, setValues] = useState(initial);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const set: Form<Values>['set'] = (name, value) => setValues((before) => ({ ...before, [name]: value }));
  return {
    values,
    set,
    text: (name) => ({
      name,
      value: String(values[name]),
      onChange: (event) => set(name, event.currentTarget.value as Values[typeof name]),
    }),
    isSending,
    fault: error === undefined ? undefined : messageOf(error),
    reason: error instanceof CallError ? error.reason : undefined,
    onSubmit: (event) => {
      event.preventDefault();
      if (isSending) return;
      setSending(true);
      setError(undefined);
      send(values)
        .catch(setError)
        .finally(() => setSending(false));
    },
  };
}
