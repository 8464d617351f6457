export { type ExtractionJob, type Extractor, type ExtractorOptions, openExtractor } from './process/open-extractor.ts';
export { sampleJob, sampleText } from './sample-job.ts';
