import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { show } from '../terminal/output.ts';
import { dataCommand } from '../workspace/options.ts';

const marks: Record<Finding['state'], string> = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ' };

export const doctorCommand = dataCommand('doctor')
  .description(
    'check the requirements of Gatehouse: Node, settings, data directory, gateway, database, secret, disk, text of files, port, mail, company, clock',
  )
  .option('--host <address>', 'host that the gateway listens on (default: GATEHOUSE_HOST, else 127.0.0.1)')
  .option('--port <number>', 'port that the gateway listens on (default: GATEHOUSE_PORT, else 4747)')
  .action(async ({ data, host, port, ...options }) => {
    const findings = await examine({ data, host, port });
    const isOk = findings.every(({ state }) => state !== 'failed');
    if (!isOk) process.exitCode = 1;
    const text = () => findings.map(({ state, check, message }) => `${marks[state]}${check.padEnd(15)}${message}`).join('\n');
    show(options, { value: { ok: isOk, findings }, text });
  });
