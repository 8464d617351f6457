import type { SyncReport } from '@gatehouse/cli';
import { type Client, createClient, GatehouseError } from '@gatehouse/client';
import fc from 'fast-check';
import type { Tenant, World } from '../kit/world.ts';
import type { Machine, SyncWorld } from './sync-world.ts';

export const skillText = (name: string, body: string) => `---\nname: ${name}\ndescription: Says what it says.\n---\n\n${body}\n`;

const names = ['alpha', 'beta', 'gamma'] as const;
const files = ['SKILL.md', 'references/x.md', 'references/deep/y.md', 'scripts/run.sh'] as const;

export interface Action {
  what: string;
  machine: number;
  skill: number;
  file: (typeof files)[number];
  name: (typeof names)[number];
  trouble: 'none' | 'kill' | 'lose' | 'meanwhile';
  at: number;
}

const anyChange = fc.constantFrom(
  'edit here',
  'edit here',
  'rename here',
  'remove here',
  'remove main here',
  'hide here',
  'edit there',
  'agent edits',
  'agent edits',
  'rename there',
  'agent renames',
  'delete there',
  'undelete there',
  'restore there',
  'review',
);

export const anyAction: fc.Arbitrary<Action> = fc.record({
  what: fc.oneof(anyChange, fc.constant('sync')),
  machine: fc.nat(1),
  skill: fc.nat(1),
  file: fc.constantFrom(...files),
  name: fc.constantFrom(...names),
  trouble: fc.constantFrom('none', 'kill', 'kill', 'lose', 'meanwhile'),
  at: fc.nat(79),
});

interface StorySkill {
  id: string;
  isDeleted: boolean;
}

interface Body {
  /** A name that the skill may get. */
  name: string;
  /** The text of the file, for a skill of this name. */
  body: (named: string) => string;
}

/** Story of two skills on two machines and in their organization, with checks after every step. */
export class Story implements AsyncDisposable {
  #world: World;
  #tenant: Tenant;
  #agent: Client;
  machines: Machine[] = [];
  #skills: StorySkill[] = [];
  /** Texts that must be somewhere at the end. */
  #promised = new Set<string>();
  /** Texts among them that are certainly in a version or in a conflict file. */
  #secured = new Set<string>();
  /** Texts and names of versions that a person saved or confirmed. */
  #released = new Set<string>();
  /** Texts that were written on each machine. */
  #own: Set<string>[] = [new Set(), new Set()];
  #versions = new Map<string, Record<string, string>>();
  /** The machine that trusts the folder of the second skill. */
  #trusting: number | undefined;
  #step = 0;
  faults: string[] = [];

  private constructor(world: World, tenant: Tenant, agentKey: string, trusting: number | undefined) {
    this.#world = world;
    this.#tenant = tenant;
    this.#agent = createClient({ baseUrl: world.url, key: agentKey, maxRetries: 0 });
    this.#trusting = trusting;
  }

  static async open({ world, machine, addTenant }: SyncWorld, isTrusting: boolean): Promise<Story> {
    const tenant = await addTenant();
    const { key } = await world.createKey(tenant.owner, 'write');
    const story = new Story(world, tenant, key, isTrusting ? 1 : undefined);
    story.machines = [await machine({ tenant, maxRetries: 0 }), await machine({ tenant, maxRetries: 0 })];
    const { id: folderId } = await story.#as('create_folder', { name: 'Team' });
    for (const [index, name] of names.slice(0, 2).entries()) {
      const { id } = await story.#as('write_skill', { content: skillText(name, `${name} 0`), ...(index === 1 && { folderId }) });
      story.#skills.push({ id, isDeleted: false });
      await story.#release(index);
    }
    return story;
  }

  [Symbol.asyncDispose] = async () => {
    for (const machine of this.machines) machine[Symbol.dispose]();
  };

  #as(tool: string, input: object): ReturnType<World['as']> {
    return this.#world.as(this.#tenant.owner, tool, input);
  }

  async take(action: Action): Promise<void> {
    this.#world.clock.now += 100;
    if (action.what === 'sync') await this.#sync(action);
    else await this.#change(action);
  }

  async #change({ what, machine: index, skill: skillIndex, file, name }: Action): Promise<void> {
    const text = `text ${++this.#step} of ${this.#tenant.orgId}\n`;
    const machine = this.machines[index] as Machine;
    const skill = this.#skills[skillIndex] as StorySkill;
    const folders = [...new Set(Object.keys(machine.files()).map((path) => path.split('/')[0] as string))];
    const folder = folders[skillIndex % Math.max(1, folders.length)];
    const place = `${folder}/${what === 'rename here' ? 'SKILL.md' : file}`;
    const body = (named: string) => (file === 'SKILL.md' || what.includes('rename') ? skillText(named, text) : text);
    if (!what.endsWith(' here')) return await this.#changeThere(what, skill, skillIndex, file, { name, body });
    if (folder === undefined) return;
    if (what === 'hide here') this.#write(machine, index, `${folder}/.note`, text);
    else if (what === 'remove here') this.#remove(machine, file === 'SKILL.md' ? folder : `${folder}/references`);
    else if (what === 'remove main here') this.#remove(machine, `${folder}/SKILL.md`);
    else this.#write(machine, index, place, body(what === 'rename here' ? name : folder));
  }

  async #changeThere(what: string, skill: StorySkill, index: number, file: string, { name, body }: Body): Promise<void> {
    if (what === 'delete there' && !skill.isDeleted) {
      await this.#as('delete_file', { fileId: skill.id });
      skill.isDeleted = true;
    }
    if (what === 'undelete there') await this.#undelete(skill);
    if (skill.isDeleted) return;
    if (what === 'restore there') await this.#as('restore_version', { fileId: skill.id, version: 1 }).catch(ignoreRefusal);
    if (what === 'review') await this.#review(skill.id);
    if (/edit|rename/.test(what)) await this.#saveThere(what, skill, file, { name, body });
    if (!what.startsWith('agent')) await this.#release(index);
  }

  async #saveThere(what: string, { id }: StorySkill, file: string, { name, body }: Body): Promise<void> {
    const isRename = what.includes('rename');
    const content = body(isRename ? name : (await this.#as('read_item', { itemId: id })).name);
    const input = { fileId: id, files: [{ path: isRename ? 'SKILL.md' : file, content }] };
    const saving = what.startsWith('agent') ? this.#agent.writeSkill(input) : this.#as('write_skill', input);
    await saving.then(() => this.#secure(content), ignoreRefusal);
  }

  #write(machine: Machine, index: number, place: string, text: string): void {
    this.#forget(machine.read(place));
    try {
      machine.write(place, text);
      (this.#own[index] as Set<string>).add(text);
    } catch (error) {
      // A file exists in place of a folder.
      if (!['EEXIST', 'ENOTDIR', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    }
  }

  #remove(machine: Machine, place: string): void {
    for (const [path, text] of Object.entries(machine.allFiles())) if (path === place || path.startsWith(`${place}/`)) this.#forget(text);
    machine.remove(place);
  }

  /** Someone removes or replaces a text by hand before it was sent. */
  #forget(text: string | undefined): void {
    if (text !== undefined && !this.#secured.has(text)) this.#promised.delete(text);
  }

  #secure(text: string): void {
    this.#promised.add(text);
    this.#secured.add(text);
  }

  async #undelete(skill: StorySkill): Promise<void> {
    if (!skill.isDeleted) return;
    await this.#as('restore_item', { itemId: skill.id });
    skill.isDeleted = false;
  }

  async #review(id: string): Promise<void> {
    const { versionCount } = await this.#as('read_item', { itemId: id });
    await this.#as('review_skill', { itemId: id, version: versionCount });
  }

  /** Records that a person has saved or confirmed the newest version. All its content may be on disks. */
  async #release(index: number): Promise<void> {
    const { id } = this.#skills[index] as { id: string };
    const { name, reviewed } = await this.#as('read_item', { itemId: id });
    const { reviewed: isReviewed = reviewed, versionCount } = await this.#as('read_skill_files', { fileId: id, paths: [] });
    if (!isReviewed) return;
    this.#released.add(name);
    for (const text of Object.values(await this.#readVersion(id, versionCount))) this.#released.add(text);
  }

  async #readVersion(id: string, version: number): Promise<Record<string, string>> {
    const known = this.#versions.get(`${id} ${version}`);
    if (known) return known;
    const read = await this.#as('read_skill_files', { fileId: id, version });
    const found = Object.fromEntries(read.files.map(({ path, content }: { path: string; content: string }) => [path, content]));
    this.#versions.set(`${id} ${version}`, found);
    return found;
  }

  async #sync(action: Action): Promise<SyncReport | undefined> {
    const { machine: index, trouble, at } = action;
    const machine = this.machines[index] as Machine;
    const before = Object.values(machine.allFiles());
    const meanwhile = async () => this.#change({ ...action, what: meanwhileActions[at % meanwhileActions.length] as string });
    const given = {
      ...(trouble === 'kill' && { killAt: 1 + at }),
      ...(trouble === 'lose' && { loseAt: at % 5 }),
      ...(trouble === 'meanwhile' && { meanwhileAt: at % 4, meanwhile }),
    };
    for (const text of before) this.#promised.add(text);
    const options = index === this.#trusting ? { trust: ['Team'] } : {};
    const report = await machine.troubledSync(given, options);
    this.#checkDisk(index);
    await this.#checkKept(machine, before, report);
    return report;
  }

  /** Checks that files on a disk come from versions that a person has reviewed, or were written there. */
  #checkDisk(index: number): void {
    if (index === this.#trusting) return;
    const machine = this.machines[index] as Machine;
    const own = this.#own[index] as Set<string>;
    for (const [path, text] of Object.entries(machine.allFiles())) {
      if (!own.has(text) && !this.#released.has(text)) this.faults.push(`unreviewed on machine ${index}, in ${path}: ${text}`);
    }
    for (const path of Object.keys(machine.files())) {
      const [folder = ''] = path.split('/');
      if (!this.#released.has(folder)) this.faults.push(`the folder ${folder} on machine ${index} has a name that nobody has reviewed`);
    }
  }

  /** Every text that was on the disk when a run began is still somewhere. */
  async #checkKept(machine: Machine, before: readonly string[], report: SyncReport | undefined): Promise<void> {
    const conflicts = machine.conflicts();
    for (const text of conflicts) this.#secured.add(text);
    if (report && report.conflicts.length !== conflicts.length) this.faults.push(`a conflict is not named: ${report.conflicts}`);
    const here = new Set([...Object.values(machine.allFiles()), ...conflicts]);
    const missing = before.filter((text) => this.#promised.has(text) && !here.has(text));
    if (missing.length === 0) return;
    const saved = await this.#savedTexts();
    for (const text of missing) {
      if (saved.has(text)) this.#secured.add(text);
      else this.faults.push(`a run lost ${text}`);
    }
  }

  async #savedTexts(): Promise<Set<string>> {
    const texts = new Set<string>();
    for (const skill of this.#skills) {
      const wasDeleted = skill.isDeleted;
      await this.#undelete(skill);
      const { versionCount } = await this.#as('read_item', { itemId: skill.id });
      for (let version = 1; version <= versionCount; version++) {
        for (const text of Object.values(await this.#readVersion(skill.id, version))) texts.add(text);
      }
      if (!wasDeleted) continue;
      await this.#as('delete_file', { fileId: skill.id });
      skill.isDeleted = true;
    }
    return texts;
  }

  /** Sends all edits, lets a person review them, and syncs both machines until nothing changes. */
  async settle(): Promise<void> {
    for (let [round, isQuiet] = [0, false]; round < 8 && !(round > 1 && isQuiet); round++) {
      isQuiet = true;
      for (const [index, machine] of this.machines.entries()) {
        const report = await this.#sync({
          machine: index,
          trouble: 'none',
          at: 0,
          what: 'sync',
          skill: 0,
          file: 'SKILL.md',
          name: 'alpha',
        });
        if (!report) this.faults.push('a run without trouble failed');
        await this.#help(machine, report, round);
        const { conflicts: _, ...news } = report ?? { conflicts: [], failed: [''] };
        if (Object.values(news).some((list) => list.length > 0)) isQuiet = false;
      }
      for (const [index, { id, isDeleted }] of this.#skills.entries()) {
        if (isDeleted) continue;
        await this.#review(id);
        await this.#release(index);
      }
      this.#world.clock.now += 10_000;
    }
  }

  /** Makes decisions that only a person can make. */
  async #help(machine: Machine, report: SyncReport | undefined, round: number): Promise<void> {
    const [first, second] = this.#skills;
    if (report && report.duplicates.length > 0 && first && second) {
      await this.#as('write_skill', { fileId: first.id, content: skillText('alpha', `alpha ${++this.#step}`) });
      await this.#as('write_skill', { fileId: second.id, content: skillText('beta', `beta ${this.#step}`) });
      await this.#release(0);
      await this.#release(1);
    }
    // Edits that the gateway does not take, such as a name that another skill has.
    if (round > 1) for (const { name } of report?.refused ?? []) this.#remove(machine, name);
  }

  /**
   * Returns faults at the end: both disks must equal the reviewed versions, and every promised text must be in a version or a named
   * conflict.
   */
  async ended(): Promise<string[]> {
    const expected: Record<string, string> = {};
    for (const { id, isDeleted } of this.#skills) {
      if (isDeleted) continue;
      const { name, versionCount } = await this.#as('read_item', { itemId: id });
      for (const [path, text] of Object.entries(await this.#readVersion(id, versionCount))) expected[`${name}/${path}`] = text;
    }
    const saved = await this.#savedTexts();
    const kept = new Set(this.machines.flatMap((machine) => [...Object.values(machine.allFiles()), ...machine.conflicts()]));
    const lost = [...this.#promised].filter((text) => !saved.has(text) && !kept.has(text)).map((text) => `lost: ${text}`);
    const different = this.machines.flatMap((machine, index) => differences(`machine ${index}`, machine.files(), expected));
    return [...this.faults, ...different, ...lost];
  }
}

const meanwhileActions = ['edit here', 'edit there', 'agent edits', 'remove here', 'delete there', 'hide here', 'rename there'];

function differences(which: string, found: Record<string, string>, expected: Record<string, string>): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(expected)])]
    .filter((path) => found[path] !== expected[path])
    .map((path) => `${path} on ${which} is ${JSON.stringify(found[path])}, and not ${JSON.stringify(expected[path])}`);
}

function ignoreRefusal(error: unknown): void {
  const code = error instanceof GatehouseError ? error.code : (error as { code?: unknown }).code;
  if (code !== 'invalid_request' && code !== 'not_found') throw error;
}
