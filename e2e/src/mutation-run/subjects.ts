/** Code that safety depends on, with the tests that must notice a fault in it: only few tests a fault make the run affordable. */
export interface Subject {
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
}

export const subjects: readonly Subject[] = [
  {
    name: 'gateway',
    mutate: ['packages/core/src/gateway.ts', 'packages/core/src/calls/*.ts'],
    tests: [
      'packages/core/src/{gateway,disk-full}.test.ts',
      'packages/core/src/calls/*.test.ts',
      'packages/core/src/activity/activity-row.test.ts',
      'packages/core/src/files/file-objects.test.ts',
      'packages/core/src/services/services.test.ts',
      'e2e/src/decisions/{activity,calls,limit}.test.ts',
    ],
  },
  {
    name: 'keys',
    mutate: ['packages/core/src/keys/*.ts'],
    tests: ['packages/core/src/keys/*.test.ts', 'packages/core/src/people/people.test.ts', 'e2e/src/decisions/keys.test.ts'],
  },
  {
    name: 'limits',
    mutate: ['packages/core/src/limits/*.ts', 'packages/storage/src/admission.ts', 'packages/storage/src/sqlite/slots.ts'],
    tests: [
      'packages/core/src/{gateway,limits/*}.test.ts',
      'packages/storage/src/{admission,sqlite/slots}{,.property}.test.ts',
      'e2e/src/decisions/limit.test.ts',
    ],
  },
  {
    name: 'visibility',
    mutate: ['packages/storage/src/visibility.ts'],
    tests: ['packages/core/src/items/visibility.property.test.ts', 'e2e/src/decisions/{folders,search,trash}.test.ts'],
  },
  {
    name: 'text',
    mutate: ['packages/core/src/text/*.ts'],
    tests: ['packages/core/src/text/*.test.ts', 'e2e/src/decisions/{reading,search,text-and-sizes,versions}.test.ts'],
  },
  {
    name: 'validation',
    mutate: ['packages/services/src/checking/**/*.ts'],
    tests: ['packages/services/src/checking/**/*.test.ts'],
  },
];
