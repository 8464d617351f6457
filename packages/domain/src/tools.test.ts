import { describe, expect, it } from 'vitest';
import { agentToolNames, changesOrganization, onlyReads, readsContent, serviceGates } from './tools.ts';

describe('the table of tools', () => {
  it('recognizes tools that change the organization, including unknown tools', () => {
    expect(agentToolNames.filter(changesOrganization)).toHaveLength(20);
    expect(['create_doc', 'apply_take_back', 'of_a_later_version'].filter(changesOrganization)).toHaveLength(3);
    expect(['read_doc', 'browse_tasks', 'execute_service_read_tool'].filter(changesOrganization)).toEqual([]);
  });

  it('counts a service tool as a change at the service, not in the organization', () => {
    expect(changesOrganization('execute_service_tool')).toBe(false);
    expect(onlyReads('execute_service_tool')).toBe(false);
  });

  it('recognizes tools that show the content of items, all of which are read-only', () => {
    const showing = ['export_item', 'fetch', 'find_text', 'grep', 'read_doc', 'read_file', 'read_item', 'read_lines'];
    expect(showing.filter(readsContent)).toEqual(showing);
    expect(showing.filter(onlyReads)).toEqual(showing);
    expect(['whoami', 'list_docs', 'search', 'update_doc'].filter(readsContent)).toEqual([]);
  });

  it('names the tools that reach services', () => {
    expect(serviceGates).toEqual(['list_connected_services', 'list_service_tools', 'execute_service_tool', 'execute_service_read_tool']);
  });
});
