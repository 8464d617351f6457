import { type FormEvent, useState } from 'react';
import { CallError } from '../calls/call.ts';
import { messageOf } from '../states/failed.tsx';

export interface Form<Values> {
  values: Values;
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** What a text field takes. */
  text: (name: keyof Values & string) => { name: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void };
  isSending: boolean;
  /** Why it was refused, in words for people. */
  fault: string | undefined;
  /** Its word for programs, where it has one. */
  reason: string | undefined;
  onSubmit: (event: FormEvent) => void;
}

/** The state of a form whose fields are checked where the rules are: by the gateway, which says what is wrong. */
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
