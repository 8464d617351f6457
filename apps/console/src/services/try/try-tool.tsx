import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { CallError, call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { mayConnect } from '../accounts/account-words.ts';
import { ConnectButton } from '../accounts/connect-button.tsx';
import { type ConnectionDetails, type ToolRow, useRefreshConnections } from '../use-connections.ts';
import { Waiting } from '../waiting.tsx';
import { ArgumentField } from './argument-field.tsx';
import { asCurl, asMcp } from './call-snippets.ts';
import { Result } from './result.tsx';
import { fieldsOf, wholeField } from './schema-fields.ts';
import { serviceFault } from './service-fault.ts';
import styles from './try.module.css';
import { argumentsOf } from './typed-arguments.ts';

type ServiceResult = OutputOf<'execute_service_tool'>;

export interface TryToolProps {
  connection: ConnectionDetails;
  tool: ToolRow;
}

/**
 * A form for a tool's schema, the call that it makes, and the answer of the service. The call is limited, checked and logged like every
 * other.
 */
export function TryTool({ connection, tool }: TryToolProps) {
  const { orgId } = useMembership();
  const { connectionId, service } = connection;
  const toolSlug = `${service}__${tool.name}`;
  const described = useQuery(toolQuery(orgId, 'list_service_tools', { toolSlug, connectionId }));
  const schema = described.data?.tools[0]?.inputSchema;
  if (described.error) return <Failed error={described.error} onRetry={() => void described.refetch()} />;
  if (!described.data) return null;
  return (
    <TryForm key={tool.definitionHash} connection={connection} toolSlug={toolSlug} schema={schema} isWriting={tool.mode === 'write'} />
  );
}

interface TryFormProps {
  connection: ConnectionDetails;
  toolSlug: string;
  schema: unknown;
  isWriting: boolean;
}

function TryForm({ connection, toolSlug, schema, isWriting }: TryFormProps) {
  const { orgId } = useMembership();
  const { connectionId } = connection;
  const refresh = useRefreshConnections();
  const [isJson, setJson] = useState(false);
  const ownFields = useMemo(() => fieldsOf(schema), [schema]);
  const fields = isJson ? [wholeField] : ownFields;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { value, faults } = argumentsOf(fields, typed);
  const [result, setResult] = useState<{ value: ServiceResult; ms: number }>();
  const [fault, setFault] = useState<string>();
  const [isToConnect, setToConnect] = useState(false);
  const [running, setRunning] = useState<AbortController>();

  const notRun = `Not run. Connect your account at ${connection.name} first.`;

  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (running || faults.size > 0) return setFault(faults.size > 0 ? 'Fix the fields above.' : undefined);
    const abort = new AbortController();
    setRunning(abort);
    setFault(undefined);
    setToConnect(false);
    setResult(undefined);
    const started = performance.now();
    try {
      const answer = await call(orgId, 'execute_service_tool', { toolSlug, connectionId, arguments: value }, abort.signal);
      setResult({ value: answer, ms: performance.now() - started });
    } catch (error) {
      // Programs get the address of a page for an action that this page offers directly.
      const isOwnToDo = error instanceof CallError && error.reason === 'connect_first' && mayConnect(connection);
      setToConnect(isOwnToDo);
      // The account may have ended just now.
      if (isOwnToDo) void refresh();
      setFault(
        abort.signal.aborted ? 'Canceled. The call may still have taken effect.' : isOwnToDo ? notRun : serviceFault(connection, error),
      );
    } finally {
      setRunning(undefined);
    }
  };
  const switchForm = () => {
    setTyped(isJson ? {} : { '': JSON.stringify(value, undefined, 2) });
    setJson(!isJson);
  };
  const made = { origin: window.location.origin, toolSlug, connectionId, given: value };
  return (
    <form className={styles.form} onSubmit={(event) => void run(event)}>
      {fields.length === 0 && <p className={styles.dim}>This tool has no arguments.</p>}
      {fields.map((field) => (
        <ArgumentField
          key={field.name}
          field={field}
          isOnly={fields.length === 1}
          text={typed[field.name] ?? ''}
          fault={faults.get(field.name)}
          onChange={(text) => setTyped((before) => ({ ...before, [field.name]: text }))}
        />
      ))}
      <Fault text={fault} />
      {isToConnect && (
        <div>
          <ConnectButton connection={connection} />
        </div>
      )}
      {running ? (
        <Waiting what="Running…" onCancel={() => running.abort()} />
      ) : (
        <div className={styles.buttons}>
          <Button type="submit" variant={isToConnect ? 'default' : 'filled'}>
            {isWriting ? 'Run (may change data)' : 'Run'}
          </Button>
          {ownFields.some(({ name }) => name !== '') && (
            <Button variant="subtle" onClick={switchForm}>
              {isJson ? 'Edit as form' : 'Edit as JSON'}
            </Button>
          )}
        </div>
      )}
      {result && <Result of={result.value} ms={result.ms} />}
      <details className={styles.calls}>
        <summary>Call it from a program</summary>
        <Tabs defaultValue="curl" variant="pills">
          <Tabs.List>
            <Tabs.Tab value="curl">curl</Tabs.Tab>
            <Tabs.Tab value="mcp">MCP</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="curl" pt={8}>
            <CodeBlock text={asCurl(made)} what="the call for curl" />
          </Tabs.Panel>
          <Tabs.Panel value="mcp" pt={8}>
            <CodeBlock text={asMcp(made)} what="the call for MCP" />
          </Tabs.Panel>
        </Tabs>
      </details>
    </form>
  );
}
