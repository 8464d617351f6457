import type { Answer, Credential, Gateway, NamedTool, Sdk } from '@gatehouse/core';
import { type CallToolResult, ProtocolError, type RequestId, SERVER_INFO_META_KEY, specTypeSchemas } from '@modelcontextprotocol/server';
import { serverInfo } from '../../protocol/protocol-server.ts';
import { contentOf, failure, replayedMeta, serviceResult } from '../../protocol/tool-results.ts';
import { buildCall } from '../../requests/build-call.ts';
import { needsWrite } from '../../requests/credential.ts';
import type { GivenArguments } from '../../requests/incoming.ts';
import { originOf } from '../../requests/origin.ts';
import type { PlainMessage } from './plain-request.ts';

export interface PlainCaller {
  credential: Credential;
  userAgent: string | undefined;
  traceparent: string | undefined;
  namedBefore: Sdk | undefined;
  requestId: string;
  /** Aborts when the connection ends. For calls that can be stopped. */
  signal: () => AbortSignal;
}

export interface PlainCall {
  tool: NamedTool;
  given: GivenArguments;
}

export interface PlainAnswers {
  /** True if calls of this tool are answered here. */
  canCall(tool: NamedTool): boolean;
  /** Calls a tool. Returns the body of the answer, and whether the client must ask for write access. Rejects with `unauthorized`. */
  call(message: PlainMessage, call: PlainCall, caller: PlainCaller): Promise<{ body: string; needsWrite: boolean }>;
}

type Era = PlainMessage['era'];

/**
 * Answers plain calls without a server object of the SDK, which would cost more than the call. The bytes equal those of the SDK: a test
 * sends all known kinds of messages through both.
 */
export function createPlainAnswers(gateway: Gateway, version: string): PlainAnswers {
  const info = `"${SERVER_INFO_META_KEY}":${JSON.stringify(serverInfo(version))}`;
  const endings: Record<Era, string> = { modern: ',"resultType":"complete"', legacy: '' };

  function success(era: Era, tool: NamedTool, answer: Answer & { ok: true }): string {
    const isWrapped = era === 'legacy' && (tool.registered?.description.outputSchema.type !== 'object' || !answer.json.startsWith('{'));
    const structured = isWrapped ? `{"result":${answer.json}}` : answer.json;
    const meta = era === 'modern' ? `,"_meta":{${info}}` : '';
    const content = `"content":${JSON.stringify(contentOf(answer, tool))}`;
    const said = `${content}${answer.picture ? '' : `,"structuredContent":${structured}`}${endings[era]}`;
    // The SDK writes `_meta` first if the result has one of its own.
    return answer.isReplay ? `{"_meta":${stamped(era, replayedMeta)},${said}}` : `{${said}${meta}}`;
  }

  /** Validates a service's result as the SDK does, because validation can drop parts of an item. */
  function passedOn(era: Era, answer: Answer & { ok: true }): string {
    const looked = lookedThrough(serviceResult(answer));
    if (era === 'legacy') return JSON.stringify(looked);
    const { _meta } = looked;
    const result = JSON.stringify(_meta ? { ...looked, _meta: { ..._meta, [SERVER_INFO_META_KEY]: serverInfo(version) } } : looked);
    return `${result.slice(0, -1)}${endings.modern}${_meta ? '' : `,"_meta":{${info}}`}}`;
  }

  function refusal(era: Era, { _meta, content }: CallToolResult): string {
    return `{"_meta":${stamped(era, _meta)},"content":${JSON.stringify(content)},"isError":true${endings[era]}}`;
  }

  function stamped(era: Era, _meta: CallToolResult['_meta']): string {
    const meta = JSON.stringify(_meta);
    return era === 'modern' ? `${meta.slice(0, -1)},${info}}` : meta;
  }

  return {
    canCall(tool) {
      const kind = tool.registered?.definition.kind;
      return kind === 'workspace' || kind === 'service';
    },
    async call({ id, era, meta }, { tool, given }, caller) {
      const { credential, requestId } = caller;
      const definition = tool.registered?.definition;
      const origin = originOf(caller, { mcpReq: { envelope: era === 'modern' ? meta : undefined, _meta: meta } });
      const signal = definition?.kind === 'service' ? caller.signal() : undefined;
      const answer = await gateway.call(buildCall({ tool, credential, origin, requestId, given, meta, signal }));
      if (answer.ok) {
        const result = definition?.passesThrough ? passedOn(era, answer) : success(era, tool, answer);
        return { body: resultMessage(id, result), needsWrite: false };
      }
      if (answer.error.code === 'unauthorized') throw answer.error;
      try {
        const body = resultMessage(id, refusal(era, failure(answer, requestId)));
        return { body, needsWrite: needsWrite(credential, tool, answer) };
      } catch (error) {
        if (error instanceof ProtocolError) return { body: errorMessage(id, error), needsWrite: false };
        throw error;
      }
    },
  };
}

function lookedThrough(result: CallToolResult): CallToolResult {
  const looked = specTypeSchemas.CallToolResult['~standard'].validate(result);
  if (looked.issues) throw new Error('the result of a service does not follow the protocol', { cause: looked.issues });
  return looked.value;
}

export function resultMessage(id: RequestId, result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

function errorMessage(id: RequestId, { code, message, data }: ProtocolError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
}
