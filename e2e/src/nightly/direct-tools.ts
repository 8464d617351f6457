import { openWorld } from '../kit/world.ts';
import { playInAgents, type Scene } from './scripted-agents.ts';

const tool = 'github__create_issue';

/** Lets the models of two agents call a tool of a service by its own name. Both agents refuse tools that the gateway did not list. // D76 */
export async function callDirectTools(): Promise<string[]> {
  return await playInAgents(openScene);
}

async function openScene(): Promise<Scene> {
  const world = await openWorld();
  const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
  await world.as(world.owner, 'add_connection', github);
  const { key, keyId } = await world.createKey(world.owner, 'write', { directTools: [{ toolSlug: tool }] });
  return {
    url: `${world.url}/mcp`,
    key,
    call: { tool, input: { repo: 'acme/site' } },
    async judge(parts) {
      const said = JSON.stringify(parts);
      const rows = (await world.activity()).filter((row) => row.keyId === keyId && row.serviceTool !== null);
      const logged = rows.map((row) => `${row.tool} ${row.serviceTool} ${row.outcome}`).join(', ');
      const isRight = said.includes('create_issue') && logged === 'execute_service_tool create_issue ok';
      return isRight ? undefined : `its model got ${said.slice(0, 500)}, and the log has "${logged}"`;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
