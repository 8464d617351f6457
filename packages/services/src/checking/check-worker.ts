import os from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { CheckReply, CheckRequest, ThreadLimits } from './check-messages.ts';
import { milliseconds } from './processor-time.ts';
import { createThreadChecker } from './thread-checker.ts';

const { niceness, ...limits } = workerData as ThreadLimits;
const port = parentPort as MessagePort;

// On other systems, a priority applies to the whole process.
if (niceness > 0 && process.platform === 'linux') os.setPriority(0, niceness);

const tell = (reply: CheckReply) => port.postMessage(reply);
const answer = createThreadChecker({ ...limits, tell, usedMs: () => milliseconds(process.threadCpuUsage()) });
port.on('message', (request: CheckRequest) => tell(answer(request)));
