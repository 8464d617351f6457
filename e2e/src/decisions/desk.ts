import { type Entrance, httpEntrance, type Reply } from '../entrances/index.ts';
import { type Loose, openWorld, type PersonCredential, type World, type WorldOptions } from '../kit/world.ts';

/** A world with a program at work in it: a member's write key, calling over HTTP. */
export interface Desk extends World {
  person: PersonCredential;
  key: string;
  keyId: string;
  readKey: string;
  http: Entrance;
  /** Address of its page in the console. */
  pageOf(id: string): string;
  reply(tool: string, input?: unknown, key?: string): Promise<Reply>;
  /** The result of a call that must succeed. */
  ok(tool: string, input?: unknown, key?: string): Promise<Loose>;
  /** `code` or `code/reason` of a call that must fail. */
  refused(tool: string, input?: unknown, key?: string): Promise<string>;
  /** The message of a call that must fail. */
  complaint(tool: string, input?: unknown, key?: string): Promise<string>;
}

const pages = [
  [/^(?:doc|file|skill)_/, 'documents/item/'],
  [/^folder_/, 'documents/folder/'],
  [/^task_/, 'tasks?task='],
  [/^conn_/, 'services/'],
] as const;

export async function openDesk(options: WorldOptions = {}): Promise<Desk> {
  const world = await openWorld(options);
  const http = httpEntrance.open(world);
  const person = await world.addPerson('ada@acme.test');
  const { key, keyId } = await world.createKey(person, 'write');
  const readKey = (await world.createKey(person, 'read')).key;

  const reply = (tool: string, input?: unknown, as = key) => http.call(tool, input, { key: as });

  async function failure(tool: string, input: unknown, as?: string): Promise<Reply> {
    const answer = await reply(tool, input, as);
    if (answer.code === 'ok') throw new Error(`${tool} was not refused: ${answer.raw.slice(0, 500)}`);
    return answer;
  }

  return {
    ...world,
    person,
    key,
    keyId,
    readKey,
    http,
    pageOf: (id) => `${world.url}/app/${world.owner.orgId}/${pages.find(([begins]) => begins.test(id))?.[1]}${id}`,
    reply,
    async ok(tool, input, as) {
      const answer = await reply(tool, input, as);
      if (answer.code !== 'ok') throw new Error(`${tool} was refused: ${answer.raw}`);
      return answer.value;
    },
    async refused(tool, input, as) {
      const { code, reason } = await failure(tool, input, as);
      return reason === undefined ? code : `${code}/${reason}`;
    },
    async complaint(tool, input, as) {
      return (await failure(tool, input, as)).message as string;
    },
  };
}
