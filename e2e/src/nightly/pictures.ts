import { openSyncWorld } from '../skills/sync-world.ts';
import { playInAgents, type Scene } from './scripted-agents.ts';

/** A picture of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** Lets the models of two agents read a picture, and searches for it in their next input. // D24.5 */
export async function showPictures(): Promise<string[]> {
  return await playInAgents(openScene);
}

async function openScene(): Promise<Scene> {
  const world = await openSyncWorld();
  const { id: fileId } = await world.as('write_file', { name: 'dot.png', contentBase64: picture });
  const { key } = await world.world.createKey(world.world.owner, 'read');
  return {
    url: `${world.world.url}/mcp`,
    key,
    call: { tool: 'read_file', input: { fileId } },
    judge: async (parts) =>
      parts.some((part) => part.type === 'image' && part.data === picture)
        ? undefined
        : `its model got ${JSON.stringify(parts).slice(0, 500)}`,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
