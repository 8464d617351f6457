import { connectAlone } from '../pipeline/connect.ts';
import { runOn } from '../pipeline/statement.ts';
import { createHearingTrial, Unheard } from './hearing-trial.ts';
import { openListening, sendAnyway } from './listening-connection.ts';

const patienceMs = 2000;

/**
 * Checks that a notice from one connection reaches another that listens. A pooler that gives each transaction another connection prevents
 * that.
 */
export async function noticesCome(url: string): Promise<boolean> {
  const sender = await connectAlone(url, 'doctor');
  const trial = createHearingTrial(async (payload) => void (await runOn(sender, sendAnyway, [payload])), patienceMs);
  try {
    const listening = await openListening({ connectionString: url }, trial.take, new AbortController().signal);
    await trial.make().finally(() => listening.end());
    return true;
  } catch (error) {
    if (error instanceof Unheard) return false;
    throw error;
  } finally {
    await sender.end();
  }
}
