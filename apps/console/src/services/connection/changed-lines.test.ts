import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

describe('changes by a service', () => {
  it('are shown line by line, with texts unchanged', () => {
    expect(changedLines('Opens an issue.', 'Opens an issue.\nAnd closes others.')).toEqual([
      { kind: 'same', text: 'Opens an issue.' },
      { kind: 'added', text: 'And closes others.' },
    ]);
    expect(changedLines(null, 'New title')).toEqual([{ kind: 'added', text: 'New title' }]);
  });

  it('are shown as JSON for schemas, without most unchanged lines', () => {
    const schema = (type: string) => ({
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, at === 20 ? type : 'string'])),
    });
    const lines = changedLines(schema('string'), schema('number'));
    expect(lines.filter(({ kind }) => kind === 'removed' || kind === 'added')).toEqual([
      { kind: 'removed', text: '    "p20": "string",' },
      { kind: 'added', text: '    "p20": "number",' },
    ]);
    expect(lines).toHaveLength(8);
    expect(lines[0]).toEqual({ kind: 'skipped', text: '20 unchanged lines' });
  });

  it('are limited in length', () => {
    const lines = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name} ${at}`).join('\n');
    const shown = changedLines(lines('before'), lines('after'));
    expect(shown).toHaveLength(4001);
    expect(shown.at(-1)).toEqual({ kind: 'skipped', text: '36000 more lines' });
  });
});
