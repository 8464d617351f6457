import { answerQuestions } from './nightly/answers/answers.ts';
import { attackBesideHonestCallers } from './nightly/attacks.ts';
import { useInEveryWay } from './nightly/browser.ts';
import { runAsInContainer } from './nightly/container.ts';
import { copyLargeFiles } from './nightly/copy.ts';
import { callDirectTools } from './nightly/direct-tools.ts';
import { readDocumentAsOthers } from './nightly/document.ts';
import { killUnderLoad, killWhileReviewing, killWhileSigningIn } from './nightly/kills.ts';
import { runMutations } from './nightly/mutation.ts';
import { installReleases } from './nightly/packages.ts';
import { showPictures } from './nightly/pictures.ts';
import { signProgramsIn } from './nightly/programs.ts';
import { askPublicServers } from './nightly/public-servers.ts';
import { readRealFiles } from './nightly/real-files.ts';
import { compareWithOlderCommit } from './nightly/regress.ts';
import { cutConnections } from './nightly/repeats.ts';
import { findSyncedSkills } from './nightly/skill-clients.ts';
import { runLongTests } from './nightly/tests.ts';
import { upgradeFromOldVersions } from './nightly/upgrades.ts';
import { editEveryColumn } from './nightly/verify.ts';

/**
 * Runs tests that take too long for every commit: `node e2e/src/nightly.ts [part …]`, by default all parts. A part prints its progress and
 * resolves with its faults. A failed part does not stop the others. Ends with 1 if there was a fault.
 */
const parts: Record<string, () => Promise<string[]>> = {
  kills: killUnderLoad,
  'kills-sign-in': killWhileSigningIn,
  'kills-reviews': killWhileReviewing,
  browser: useInEveryWay,
  attacks: attackBesideHonestCallers,
  copy: copyLargeFiles,
  verify: editEveryColumn,
  'public-servers': askPublicServers,
  programs: signProgramsIn,
  'skill-clients': findSyncedSkills,
  pictures: showPictures,
  'direct-tools': callDirectTools,
  upgrades: upgradeFromOldVersions,
  packages: installReleases,
  document: readDocumentAsOthers,
  answers: answerQuestions,
  'real-files': readRealFiles,
  container: runAsInContainer,
  repeats: cutConnections,
  regress: compareWithOlderCommit,
  tests: runLongTests,
  // Last: it takes hours.
  mutation: runMutations,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`there is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}\n`);
  process.exit(2);
}

for (const [name, run] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stdout.write(`== ${name}\n`);
  const wrong = await run().catch((error: unknown) => [`it ended early: ${error instanceof Error ? error.stack : error}`]);
  for (const one of wrong) process.stdout.write(`WRONG ${one}\n`);
  process.stdout.write(`${name}: ${wrong.length === 0 ? 'all is well' : `${wrong.length} faults`}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}
