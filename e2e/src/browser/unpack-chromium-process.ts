// A program of its own: unpacks the Chromium from npm into the folder for temporary files that it was given.
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const packed = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'));
await Promise.all(
  ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) => inflate(fileURLToPath(new URL(name, packed)))),
);
