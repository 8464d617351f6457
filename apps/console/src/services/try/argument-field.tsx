import { Select, Textarea, TextInput } from '@mantine/core';
import type { SchemaField } from './schema-fields.ts';

export interface ArgumentFieldProps {
  field: SchemaField;
  /** True for the only field of a form. A field for the whole JSON then has another label. */
  isOnly: boolean;
  text: string;
  fault: string | undefined;
  onChange: (text: string) => void;
}

const maxDescription = 300;
const rows = { minRows: 3, maxRows: 12, autosize: false } as const;

/** Form field for one argument, by its schema. */
export function ArgumentField({ field, isOnly, text, fault, onChange }: ArgumentFieldProps) {
  const { name, kind, choices, isRequired, hint } = field;
  const description = shortened(field.description);
  const common = {
    label: name === '' ? (isOnly ? 'Arguments (JSON)' : 'Other arguments (JSON)') : name,
    ...(description !== '' && { description }),
    ...(fault !== undefined && { error: fault }),
    withAsterisk: isRequired,
    'aria-required': isRequired,
  };
  const typed = { ...common, value: text, onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value) };
  switch (kind) {
    case 'text':
      return <TextInput {...typed} placeholder={hint} />;
    case 'number':
      return <TextInput {...typed} placeholder={hint} inputMode="decimal" />;
    case 'list':
      return <Textarea {...typed} {...rows} size="xs" placeholder={hint === '' ? 'One per line' : hint} />;
    case 'json':
      return (
        <Textarea
          {...typed}
          {...rows}
          size="xs"
          placeholder={hint === '' && name === '' ? '{ }' : hint}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      );
    case 'boolean':
    case 'choice': {
      const values = kind === 'boolean' ? ['true', 'false'] : choices;
      const data = [{ value: '', label: 'Not set' }, ...[...new Set(values)].map((value) => ({ value, label: labelOf(value) }))];
      return <Select {...common} data={data} value={text} onChange={(next) => onChange(next ?? '')} />;
    }
    default:
      return kind satisfies never;
  }
}

/** Label of a JSON value. A non-empty text is shown without its quotes. */
function labelOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' && value !== '' ? value : json;
}

function shortened(text: string): string {
  return text.length > maxDescription ? `${text.slice(0, maxDescription)}…` : text;
}
