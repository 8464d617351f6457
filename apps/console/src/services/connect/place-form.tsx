import { maxServiceAddress } from '@gatehouse/domain';
import { Button, FileButton, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { type Progress, watchedCall } from '../../kernel/calls/watched-call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { bytes } from '../../kernel/words/count-words.ts';
import { serviceFault } from '../try/service-fault.ts';
import { Waiting } from '../waiting.tsx';
import { AccessFields } from './access-fields.tsx';
import styles from './connect.module.css';
import type { KnownService } from './known-services.ts';
import { type PlaceValues, placeArguments } from './place-values.ts';

export interface PlaceFormProps {
  known: KnownService | undefined;
  values: PlaceValues;
  /** True if its tools are known, so that connecting is the next step. */
  isChecked: boolean;
  onChange: (values: PlaceValues) => void;
  onChecked: (offer: OutputOf<'check_service'>) => void;
}

/** The gateway takes no larger one over HTTP. */
const maxFile = 32 * 1024 * 1024;

/** Address and credentials of a service. Asks it for its tools without storing anything. */
export function PlaceForm({ known, values, isChecked, onChange, onChecked }: PlaceFormProps) {
  const { orgId } = useMembership();
  const [fault, setFault] = useState<string>();
  const [asking, setAsking] = useState<AbortController>();
  const [progress, setProgress] = useState<Progress>();
  const set = (change: Partial<PlaceValues>) => onChange({ ...values, ...change });
  const { kind, url, document, baseUrl } = values;
  const isApi = kind === 'openapi';

  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (asking) return;
    const abort = new AbortController();
    setAsking(abort);
    setProgress(undefined);
    setFault(undefined);
    try {
      onChecked(await watchedCall(orgId, 'check_service', placeArguments(values), { signal: abort.signal, onProgress: setProgress }));
    } catch (error) {
      if (!abort.signal.aborted) setFault(serviceFault({ name: url, address: url, baseUrl: null }, error));
    } finally {
      setAsking(undefined);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void check(event)}>
      {!known && (
        <SegmentedControl
          aria-label="Type of service"
          value={kind}
          onChange={(next) => set({ kind: next, document: undefined })}
          data={[
            { value: 'mcp-http', label: 'MCP server' },
            { value: 'openapi', label: 'HTTP API (OpenAPI)' },
          ]}
        />
      )}
      {document ? (
        <p className={styles.lead}>
          The document is in <b>{document.name}</b>, {bytes(document.text.length)}.{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => set({ document: undefined })}>
            Enter an address instead
          </Button>
        </p>
      ) : (
        <TextInput
          label={isApi ? 'OpenAPI document URL' : 'MCP server URL'}
          placeholder={isApi ? 'https://api.example.com/openapi.json' : 'https://mcp.example.com/mcp'}
          required
          maxLength={maxServiceAddress}
          readOnly={known !== undefined}
          value={url}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
      )}
      {isApi && !known && !document && <DocumentFile onFile={(next) => set({ document: next })} onFault={setFault} />}
      {isApi && (
        <TextInput
          label="Base URL"
          description="Only if the document doesn't say"
          placeholder="https://api.example.com/v1"
          maxLength={maxServiceAddress}
          value={baseUrl}
          onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        />
      )}
      <AccessFields values={values.access} onChange={(access) => set({ access })} />
      {known?.credentials !== undefined && <p className={styles.lead}>{known.credentials}</p>}
      <Fault text={fault} />
      {asking ? (
        <Waiting what="Loading the tools…" progress={progress} onCancel={() => asking.abort()} />
      ) : (
        <div>
          <Button type="submit" variant={isChecked ? 'default' : 'filled'}>
            Preview tools
          </Button>
        </div>
      )}
    </form>
  );
}

interface DocumentFileProps {
  onFile: (document: { name: string; text: string }) => void;
  onFault: (fault: string | undefined) => void;
}

function DocumentFile({ onFile, onFault }: DocumentFileProps) {
  const reset = useRef<() => void>(null);
  const read = async (file: File | null) => {
    if (!file) return;
    reset.current?.();
    if (file.size > maxFile) return onFault(`${file.name} is ${bytes(file.size)}. A document can be up to ${bytes(maxFile)}.`);
    onFault(undefined);
    onFile({ name: file.name, text: await file.text() });
  };
  return (
    <FileButton resetRef={reset} accept=".json,.yaml,.yml,application/json,application/yaml" onChange={(file) => void read(file)}>
      {(props) => (
        <div>
          <Button {...props} variant="default">
            Upload a file instead
          </Button>
        </div>
      )}
    </FileButton>
  );
}
