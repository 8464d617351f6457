import { examine, type Finding } from '../doctor/examine.ts';
import { show } from '../output.ts';
import { dataCommand } from '../workspace/options.ts';

const marks: Record<Finding['state'], string> = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ' };

export const doctorCommand = dataCommand('doctor')
  .description('check what Gatehouse needs: Node, settings, data directory, disk, database, port, clock')
  .action(async (options) => {
    const findings = await examine({ data: options.data });
    const isOk = findings.every(({ state }) => state !== 'failed');
    if (!isOk) process.exitCode = 1;
    const text = () => findings.map(({ state, check, message }) => `${marks[state]}${check.padEnd(15)}${message}`).join('\n');
    show(options, { value: { ok: isOk, findings }, text });
  });
