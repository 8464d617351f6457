import { serviceGates } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { chosenLimits, limitArguments, noLimits } from './chosen-limits.ts';

const toolsOf = async (id: string) => [`${id}__one`, `${id}__two`];
const argumentsOf = (limits: Partial<typeof noLimits>, access: 'read' | 'write' = 'read') =>
  limitArguments({ ...noLimits, ...limits }, access, toolsOf);

describe('the limits of a key (D49)', () => {
  it('are empty if nothing was chosen', async () => {
    expect(await argumentsOf({})).toEqual({});
  });

  it('exclude all connections, or include the chosen ones with every tool', async () => {
    expect(await argumentsOf({ services: 'none' })).toEqual({ connections: [] });
    expect(await argumentsOf({ services: 'some', connections: new Map([['conn_1', undefined]]) })).toEqual({ connections: ['conn_1'] });
  });

  it('include some tools of the workspace, with those that lead to services unless none is left', async () => {
    expect(await argumentsOf({ tools: new Set(['search']) })).toEqual({ tools: ['search', ...serviceGates] });
    expect(await argumentsOf({ tools: new Set(['search']), services: 'none' })).toEqual({ tools: ['search'], connections: [] });
  });

  it('never include a tool that the access level excludes', async () => {
    const tools = new Set(['search', 'create_doc']);
    expect(await argumentsOf({ tools, services: 'none' })).toMatchObject({ tools: ['search'] });
    expect(await argumentsOf({ tools, services: 'none' }, 'write')).toMatchObject({ tools: ['search', 'create_doc'] });
  });

  it('are shown as they were chosen', async () => {
    const known = [
      { connectionId: 'conn_1', service: 'conn_1' },
      { connectionId: 'conn_2', service: 'conn_2' },
    ];
    const choices: Partial<typeof noLimits>[] = [
      {},
      { tools: new Set(['search']) },
      { tools: new Set(['search']), services: 'none' },
      { services: 'none' },
      { services: 'some', connections: new Map([['conn_1', undefined]]) },
      { services: 'some', connections: new Map([['conn_2', new Set(['conn_2__one'])]]) },
      { folders: new Map([['folder_1', 'read']]) },
    ];
    for (const choice of choices) {
      const { tools = null, connections = null, folders = null } = await argumentsOf(choice);
      expect(chosenLimits({ access: 'read', tools, connections, folders }, known)).toEqual({ ...noLimits, ...choice });
    }
  });

  it('name all other tools if a tool of one connection was chosen', async () => {
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
