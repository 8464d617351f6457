import type { Attack } from './attack.ts';
import { endlessBodies } from './endless-bodies.ts';
import { halfSentBodies } from './half-sent-bodies.ts';
import { hostileFiles } from './hostile-files.ts';
import { largeMessages } from './large-messages.ts';
import { requestsForConsent } from './requests-for-consent.ts';
import { stalledReaders } from './stalled-readers.ts';
import { tinyChunks } from './tiny-chunks.ts';

export const attacks: Record<string, Attack> = {
  'half-sent-bodies': halfSentBodies,
  'tiny-chunks': tinyChunks,
  'hostile-files': hostileFiles,
  'large-messages': largeMessages,
  'stalled-readers': stalledReaders,
  'endless-bodies': endlessBodies,
  'requests-for-consent': requestsForConsent,
};
