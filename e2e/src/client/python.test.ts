import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../kit/world.ts';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../packages/client/package.json'), 'utf8'));
const folder = path.join(import.meta.dirname, '../../../packages/client/python');

const program = `
import json, os
import gatehouse

client = gatehouse.Client(os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"])
attempt, faults = client._attempt, ["after", "before"]

def lossy(request, ends):
    keys.append(request.get_header("Idempotency-key"))
    fault = faults.pop(0) if faults else None
    if fault != "before":
        answer = attempt(request, ends)
    if fault:
        raise gatehouse.GatehouseError("lost", code="connection_lost")
    return answer

keys = []
client._attempt = lossy
task = client.create_task(title="Once")
client._attempt = attempt
for title in ("Two", "Three"):
    client.create_task(title=title)
try:
    client.read_doc(docId="doc_none")
except gatehouse.GatehouseError as error:
    failure = [error.code, error.reason, error.status, error.request_id[:4]]
print(json.dumps({
    "titles": sorted(each["title"] for each in client.each("list_tasks", {"limit": 2})),
    "number": task["taskNumber"], "keys": len(set(keys)), "attempts": len(keys), "failure": failure,
    "folders": list(client.each("list_folders")),
    "numbers": json.dumps(gatehouse._parsed(b"[1915883588174806058, 1e400, 1e-400, 1.5, 0.0]", 200, {})),
}))
`;

describe.skipIf(missing())('the client for Python', () => {
  it('writes once although answers are lost, reads lists to their end, and raises errors with code and reason', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const env = { ...process.env, GATEHOUSE_URL: world.url, GATEHOUSE_KEY: key, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await promisify(execFile)('python3', ['-W', 'error', '-c', program], { env });
    expect(JSON.parse(stdout)).toEqual({
      titles: ['Once', 'Three', 'Two'],
      number: 1,
      keys: 1,
      attempts: 3,
      failure: ['invalid_request', 'no_such_item', 400, 'req_'],
      folders: [],
      numbers: '[1915883588174806058, "1e400", "1e-400", 1.5, 0.0]',
    });
    const { activity } = await world.as(world.owner, 'list_activity', { tool: 'create_task' });
    expect(activity[0]).toMatchObject({ entrance: 'http', sdk: `gatehouse-python/${version}` });
  });
});

/** True without Python 3.11, which the client needs. */
function missing(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'], { stdio: 'ignore' });
    return false;
  } catch {
    process.stdout.write('The tests of the client for Python are skipped: there is no python3 of 3.11 or later\n');
    return true;
  }
}
