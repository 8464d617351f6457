/** Code that safety depends on, with the tests that must notice a fault in it: only few tests a fault make the run affordable. */
export interface Subject {
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
}

export const subjects: readonly Subject[] = [
  {
    name: 'gateway',
    mutate: ['packages/core/src/gateway/pipeline/gateway.ts', 'packages/core/src/gateway/calls/*.ts'],
    tests: [
      'packages/core/src/gateway/pipeline/{gateway,disk-full}.test.ts',
      'packages/core/src/gateway/calls/*.test.ts',
      'packages/core/src/kernel/log/activity-row.test.ts',
      'packages/core/src/workspace/files/file-objects.test.ts',
      'packages/core/src/services/calling/services.test.ts',
      'e2e/src/decisions/{activity,calls,limit}.test.ts',
    ],
  },
  {
    name: 'keys',
    mutate: ['packages/core/src/identity/keys/*.ts'],
    tests: [
      'packages/core/src/identity/keys/*.test.ts',
      'packages/core/src/identity/people/people.test.ts',
      'e2e/src/decisions/keys.test.ts',
    ],
  },
  {
    name: 'limits',
    mutate: [
      'packages/core/src/gateway/limits/*.ts',
      'packages/storage/src/repos/admission.ts',
      'packages/storage/src/engines/sqlite/slots.ts',
    ],
    tests: [
      'packages/core/src/gateway/{pipeline/gateway,limits/*}.test.ts',
      'packages/storage/src/{repos/admission,engines/sqlite/slots}{,.property}.test.ts',
      'e2e/src/decisions/limit.test.ts',
    ],
  },
  {
    name: 'visibility',
    mutate: ['packages/storage/src/query/visibility.ts'],
    tests: ['packages/core/src/workspace/items/visibility.property.test.ts', 'e2e/src/decisions/{folders,search,trash}.test.ts'],
  },
  {
    name: 'text',
    mutate: ['packages/core/src/workspace/text/*.ts'],
    tests: ['packages/core/src/workspace/text/*.test.ts', 'e2e/src/decisions/{reading,search,text-and-sizes,versions}.test.ts'],
  },
  {
    name: 'validation',
    mutate: ['packages/services/src/checking/**/*.ts'],
    tests: ['packages/services/src/checking/**/*.test.ts'],
  },
  {
    name: 'merging',
    mutate: ['packages/domain/src/merge/*.ts', 'apps/console/src/workspace/{merging,editor}/*.ts'],
    tests: ['packages/domain/src/merge/*.test.ts', 'apps/console/src/workspace/{merging,editor}/*.test.ts'],
  },
  {
    name: 'take-back',
    mutate: [
      'packages/domain/src/take-back/{decide,decide-item,decide-folder,take-fields-back}.ts',
      'packages/core/src/workspace/take-back/{take-back,prepare-take-back,look-for-changes}.ts',
    ],
    tests: ['packages/core/src/workspace/take-back/**/*.test.ts'],
  },
  {
    name: 'accounts',
    mutate: [
      'packages/core/src/services/accounts/*.ts',
      'packages/services/src/credentials/accounts/*.ts',
      'packages/services/src/credentials/authorization/*.ts',
    ],
    tests: [
      'packages/core/src/services/accounts/*.test.ts',
      'packages/services/src/credentials/{accounts,authorization}/*.test.ts',
      'e2e/src/services/{mix-up,service-accounts}.test.ts',
    ],
  },
  {
    name: 'people',
    mutate: ['packages/core/src/identity/{sign-in,links,invitations,account-life,passkeys,company,people}/*.ts'],
    tests: ['packages/core/src/identity/**/*.test.ts'],
  },
  {
    name: 'oauth',
    mutate: ['packages/core/src/identity/oauth/*.ts', 'packages/oauth/src/*.ts'],
    tests: [
      'packages/core/src/identity/oauth/*.test.ts',
      'packages/oauth/src/*.test.ts',
      'e2e/src/oauth/{authorization-server,oauth,evil,ends,odd-requests}.test.ts',
    ],
  },
  {
    name: 'streams',
    mutate: [
      'packages/core/src/gateway/{feeds,callers}/*.ts',
      'apps/mcp/src/streams/{listen-streams,server-events}.ts',
      'apps/http/src/console/{changes-route,event-stream,event-data,replay-budget}.ts',
      'apps/console/src/kernel/live/{affected,change-stream,connection,refresher,refresh-after}.ts',
    ],
    tests: [
      'packages/core/src/gateway/{feeds,callers}/*.test.ts',
      'apps/mcp/src/{requests,protocol,streams}/*.test.ts',
      'apps/http/src/console/*.test.ts',
      'apps/console/src/kernel/live/*.test.ts',
      'e2e/src/console/changes.test.ts',
      'e2e/src/mcp/subscriptions.test.ts',
    ],
  },
];
