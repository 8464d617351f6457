import { describe, expect, it } from 'vitest';
import { protocolHeaders } from './bridge-headers.ts';

const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
const session = () => ({ userAgent: 'gatehouse-mcp/1.0.0' });

describe('protocolHeaders', () => {
  it('repeats fields of a 2026-07-28 message in HTTP headers', () => {
    expect(protocolHeaders({ method: 'tools/call', params: { name: 'read_doc', _meta: modern } }, session())).toMatchObject({
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'read_doc',
    });
    expect(protocolHeaders({ method: 'resources/read', params: { uri: 'gatehouse://docs/x', _meta: modern } }, session())).toMatchObject({
      'Mcp-Name': 'gatehouse://docs/x',
    });
  });

  it.each(['Grüße', ' padded ', 'a\r\nX-Evil: 1', '=?base64?x?='])('sends the name %j in base64', (name) => {
    const headers = protocolHeaders({ method: 'prompts/get', params: { name, _meta: modern } }, session());
    expect(headers['Mcp-Name']).toBe(`=?base64?${Buffer.from(name).toString('base64')}?=`);
  });

  it('adds nothing to messages of older revisions', () => {
    expect(Object.keys(protocolHeaders({ method: 'tools/call', params: { name: 'x' } }, session()))).toEqual([
      'Content-Type',
      'Accept',
      'User-Agent',
    ]);
  });

  it('sends the client name after the client has given it', () => {
    const remembered = session();
    protocolHeaders({ method: 'initialize', params: { clientInfo: { name: 'Some Host\n', version: '2.0' } } }, remembered);
    expect(protocolHeaders({ method: 'tools/list' }, remembered)['User-Agent']).toBe('Some-Host-/2.0');
  });

  it('sends the session id from the gateway with messages of revisions that have one, until the next initialize (D15)', () => {
    const given = { ...session(), id: 'given' };
    expect(protocolHeaders({ method: 'tools/list' }, given)['Mcp-Session-Id']).toBe('given');
    expect(protocolHeaders({ method: 'tools/list', params: { _meta: modern } }, given)).not.toHaveProperty('Mcp-Session-Id');
    expect(protocolHeaders({ method: 'initialize' }, given)).not.toHaveProperty('Mcp-Session-Id');
    expect(protocolHeaders({ method: 'tools/list' }, given)).not.toHaveProperty('Mcp-Session-Id');
  });
});
