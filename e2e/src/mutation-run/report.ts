/** A fault that no test noticed: the line as it is, and as it was changed. */
export interface Survivor {
  file: string;
  line: number;
  before: string;
  after: string;
}

export interface MutationReport {
  made: number;
  noticed: number;
  survivors: Survivor[];
}

interface Place {
  line: number;
  column: number;
}

/** Used parts of Stryker's report (mutation-testing-report-schema 2). */
interface StrykerReport {
  files: Record<string, { source: string; mutants: StrykerMutant[] }>;
}

interface StrykerMutant {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'CompileError' | 'RuntimeError' | 'Pending';
  location: { start: Place; end: Place };
  replacement?: string;
}

/** Reads the JSON that Stryker writes. Faults that could not be run at all do not count. */
export function readReport(json: string): MutationReport {
  const report: MutationReport = { made: 0, noticed: 0, survivors: [] };
  const { files } = JSON.parse(json) as StrykerReport;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      if (['Ignored', 'CompileError', 'RuntimeError', 'Pending'].includes(mutant.status)) continue;
      report.made++;
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') report.noticed++;
      else report.survivors.push({ file, ...changeOf(source, mutant) });
    }
  }
  return report;
}

/** The lines that a fault touches, without the space around them. */
function changeOf(source: string, { location: { start, end }, replacement = '' }: StrykerMutant): Omit<Survivor, 'file'> {
  const lines = source.split('\n');
  const first = lines[start.line - 1] ?? '';
  const last = lines[end.line - 1] ?? '';
  const before = lines.slice(start.line - 1, end.line).join('\n');
  const after = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1);
  return { line: start.line, before: before.trim(), after: after.trim() };
}
