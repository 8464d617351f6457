import { defineConfig } from 'vitest/config';
import projects from './vitest.workspace.ts';

// Most tests wait for processes, sockets and disks: more workers than cores keep the cores busy.
export default defineConfig({ test: { projects, include: ['**/*.test.ts'], testTimeout: 30_000, maxWorkers: 4 } });
