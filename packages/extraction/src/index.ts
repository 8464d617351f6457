export type { ExtractionJob } from './process/extraction-job.ts';
export { type Extractor, type ExtractorOptions, openExtractor } from './process/open-extractor.ts';
export { sampleJob, sampleText } from './sample-job.ts';
