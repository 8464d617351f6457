import { describe, expect, it } from 'vitest';
import { resourcesOf, syncCommand } from './channels.ts';

describe('a skill through each channel (D72.20)', () => {
  it('has an address for each file over MCP, with its digest', () => {
    const skill = {
      id: 'skill_1',
      address: 'skill://workspace/report',
      versionCount: 3,
      reviewed: false,
      reviewedVersion: 2,
      folderName: null,
      frontmatter: { name: 'report' },
      manifest: [{ path: 'references/Größe 1.md', sizeBytes: 4, sha256: 'ab' }],
    };
    expect(resourcesOf(skill)).toEqual({
      uri: 'skill://workspace/report/SKILL.md',
      frontmatter: { name: 'report' },
      resources: [{ uri: 'skill://workspace/report/references/Gr%C3%B6%C3%9Fe%201.md', digest: 'sha256:ab', size: 4 }],
      _meta: {
        'gatehouse/folderName': null,
        'gatehouse/versionCount': 3,
        'gatehouse/reviewed': false,
        'gatehouse/resource': 'gatehouse://skills/skill_1',
      },
    });
  });

  it.each([
    [undefined, ''],
    ['Team', ' --only Team'],
    ["Ada's skills; rm -rf ~", ` --only 'Ada'\\''s skills; rm -rf ~'`],
    ['--trust', " --only '--trust'"],
  ])('is written to disk by a command that quotes its folder safely: %s', (folderName, only) => {
    const command = syncCommand({ to: 'codex' }, { origin: 'https://gatehouse.example', folderName });
    expect(command).toBe(`export GATEHOUSE_URL=https://gatehouse.example GATEHOUSE_KEY=YOUR_KEY\ngatehouse skills sync --to codex${only}`);
  });
});
