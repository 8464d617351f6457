import { serviceGates } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { limitArguments, noLimits } from './chosen-limits.ts';

const toolsOf = async (id: string) => [`${id}__one`, `${id}__two`];
const argumentsOf = (limits: Partial<typeof noLimits>, access: 'read' | 'write' = 'read') =>
  limitArguments({ ...noLimits, ...limits }, access, toolsOf);

describe('what a key is limited to (D49)', () => {
  it('is nothing where nothing was chosen', async () => {
    expect(await argumentsOf({})).toEqual({});
  });

  it('is no connection at all, or those that were chosen, with every tool', async () => {
    expect(await argumentsOf({ services: 'none' })).toEqual({ connections: [] });
    expect(await argumentsOf({ services: 'some', connections: new Map([['conn_1', undefined]]) })).toEqual({ connections: ['conn_1'] });
  });

  it('is some tools of the workspace, with those that lead to services unless none is left', async () => {
    expect(await argumentsOf({ tools: new Set(['search']) })).toEqual({ tools: ['search', ...serviceGates] });
    expect(await argumentsOf({ tools: new Set(['search']), services: 'none' })).toEqual({ tools: ['search'], connections: [] });
  });

  it('is never a tool that the access leaves out', async () => {
    const tools = new Set(['search', 'create_doc']);
    expect(await argumentsOf({ tools, services: 'none' })).toMatchObject({ tools: ['search'] });
    expect(await argumentsOf({ tools, services: 'none' }, 'write')).toMatchObject({ tools: ['search', 'create_doc'] });
  });

  it('names all other tools where one of a connection was chosen', async () => {
    const connections = new Map([
      ['conn_1', new Set(['conn_1__two'])],
      ['conn_2', undefined],
    ]);
    const { tools } = await argumentsOf({ services: 'some', connections });
    expect(tools).toEqual(expect.arrayContaining(['whoami', 'read_doc', 'conn_1__two', 'conn_2__one', 'conn_2__two']));
    expect(tools).not.toContain('conn_1__one');
    expect(tools).not.toContain('create_doc');
    expect(tools).not.toContain('execute_service_tool');
  });
});
