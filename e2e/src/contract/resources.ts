/** Resources of the API contract, copied by hand, so that they stay the same when the code changes. */

type FieldType = 'string' | 'integer' | 'boolean' | 'list' | 'object' | 'string or null' | 'integer or null' | readonly string[];

export interface Resource {
  required: Record<string, FieldType>;
  optional?: Record<string, FieldType>;
}

export const file: Resource = {
  required: {
    url: 'string',
    id: 'string',
    name: 'string',
    kind: ['text', 'skill', 'image', 'audio', 'video', 'pdf', 'archive', 'other'],
    mimeType: 'string',
    sizeBytes: 'integer',
    versionCount: 'integer',
    downloadUrl: 'string or null',
    content: 'string or null',
  },
  optional: {
    folderId: 'string or null',
    folderName: 'string',
    tags: 'list',
    updatedAt: 'integer',
    path: 'string',
    files: 'list',
    reviewed: 'boolean',
    reviewedVersion: 'integer or null',
  },
};

export const folder: Resource = {
  required: { url: 'string', id: 'string', name: 'string', parentId: 'string or null' },
  optional: { seenBy: 'object' },
};

export const task: Resource = {
  required: {
    url: 'string',
    taskId: 'string',
    taskNumber: 'integer or null',
    title: 'string',
    status: ['todo', 'in_progress', 'stuck', 'done', 'canceled'],
    assignee: 'string or null',
    dueAt: 'integer or null',
    notes: 'string or null',
    source: ['agent', 'manual'],
    versionCount: 'integer',
    createdAt: 'integer',
    updatedAt: 'integer',
    doneAt: 'integer or null',
  },
};

export const searchResult: Resource = {
  required: { url: 'string', type: ['doc', 'file', 'skill'], id: 'string', title: 'string' },
  optional: { snippet: 'string', folderId: 'string or null' },
};

export const textMatch: Resource = {
  required: { line: 'integer', text: 'string', before: 'list', after: 'list' },
  optional: { clipped: 'boolean' },
};

export const connection: Resource = {
  required: {
    url: 'string',
    connectionId: 'string',
    service: 'string',
    name: 'string',
    label: 'string or null',
    visibility: ['private', 'organization'],
    toolsCount: 'integer',
  },
  optional: { status: 'string', updatedAt: 'integer' },
};

export const serviceToolResult: Resource = { required: {}, optional: { content: 'list', structuredContent: 'object', headers: 'object' } };

export const contentItem: Resource = { required: { type: 'string' }, optional: { text: 'string' } };

export const identity: Resource = {
  required: {
    orgId: 'string',
    orgName: 'string or null',
    keyName: 'string or null',
    keyPrefix: 'string or null',
    scopes: 'list',
    expiresAt: 'integer or null',
  },
  optional: {
    houseRules: 'string or null',
    accessLevel: ['read', 'write'],
    agentsReadOnly: 'boolean',
    person: 'object',
    limits: 'object',
    now: 'string',
  },
};

export const errorObject: Resource = {
  required: {
    code: ['unauthorized', 'forbidden', 'invalid_request', 'not_found', 'rate_limited', 'service_error', 'internal_error'],
    message: 'string',
  },
  optional: { reason: 'string' },
};

const inFolder = { optional: { folderName: 'string' } } satisfies Partial<Resource>;

/** Fields that programs with copies rely on. */
const entry = { updatedAt: 'integer', hash: 'string', by: 'object' } as const;

/** Shapes that the contract left open, copied from the later decisions. Lists contain no body. */
export const listedDoc: Resource = {
  required: {
    url: 'string',
    id: 'string',
    title: 'string',
    isAgentMemory: 'boolean',
    isSystem: 'boolean',
    versionCount: 'integer',
    sizeBytes: 'integer',
    folderId: 'string or null',
    ...entry,
    lastChange: 'string',
  },
  ...inFolder,
};

export const readDoc: Resource = {
  required: {
    url: 'string',
    id: 'string',
    title: 'string',
    bodyMarkdown: 'string or null',
    totalLines: 'integer',
    sizeBytes: 'integer',
    versionCount: 'integer',
    isAgentMemory: 'boolean',
    isSystem: 'boolean',
    downloadUrl: 'string or null',
    folderId: 'string or null',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
  ...inFolder,
};

export const listedFile: Resource = {
  required: {
    url: 'string',
    id: 'string',
    name: 'string',
    kind: ['text', 'image', 'audio', 'video', 'pdf', 'archive', 'other'],
    mimeType: 'string',
    sizeBytes: 'integer',
    versionCount: 'integer',
    tags: 'list',
    folderId: 'string or null',
    ...entry,
  },
  ...inFolder,
};

export const listedSkill: Resource = {
  required: {
    url: 'string',
    id: 'string',
    name: 'string',
    description: 'string',
    tags: 'list',
    versionCount: 'integer',
    reviewed: 'boolean',
    reviewedVersion: 'integer or null',
    filesHash: 'string or null',
    folderId: 'string or null',
    ...entry,
  },
  ...inFolder,
};

export const listedFolder: Resource = {
  required: {
    url: 'string',
    id: 'string',
    name: 'string',
    parentId: 'string or null',
    visibility: ['private', 'shared', 'organization'],
    itemCount: 'integer',
    isOwner: 'boolean',
    canWrite: 'boolean',
  },
};

export const listedVersion: Resource = {
  required: { version: 'integer', changeSummary: 'string', actor: 'string', at: 'integer', sizeBytes: 'integer', url: 'string' },
  optional: { changedFiles: 'list' },
};

export const lines: Resource = {
  required: {
    startLine: 'integer',
    endLine: 'integer',
    totalLines: 'integer',
    text: 'string',
    versionCount: 'integer',
    truncated: 'boolean',
  },
  optional: { note: 'string', nextLine: 'integer', nextOffset: 'integer' },
};

export const writtenFile: Resource = {
  required: {
    url: 'string',
    id: 'string',
    name: 'string',
    kind: file.required.kind as FieldType,
    mimeType: 'string',
    sizeBytes: 'integer',
    versionCount: 'integer',
    created: 'boolean',
    noop: 'boolean',
  },
};

export const writtenSkill: Resource = {
  required: {
    url: 'string',
    id: 'string',
    name: 'string',
    description: 'string',
    versionCount: 'integer',
    created: 'boolean',
    noop: 'boolean',
  },
  optional: { fileCount: 'integer', warnings: 'list' },
};

export const serviceTool: Resource = {
  required: { toolSlug: 'string', service: 'string', description: 'string', mode: ['read', 'write'] },
  optional: {
    title: 'string',
    inputSchema: 'object',
    outputSchema: 'object',
    annotations: 'object',
    instructions: 'string',
    held: 'boolean',
    url: 'string',
  },
};

/** Returns the faults of a value that should be this resource. Empty if it is valid. */
export function faultsOf(resource: Resource, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`is no object: ${JSON.stringify(value)}`];
  const { required, optional = {} } = resource;
  const fields = value as Record<string, unknown>;
  const types = { ...required, ...optional };
  return [
    ...Object.keys(required).flatMap((name) => (name in fields ? [] : [`lacks ${name}`])),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const type = types[name];
      if (type === undefined) return [`has ${name}, which nobody was promised`];
      return isOf(type, field) ? [] : [`${name} is ${JSON.stringify(field)}`];
    }),
  ];
}

function isOf(type: FieldType, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'integer':
      return Number.isSafeInteger(value);
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'string or null':
      return value === null || typeof value === 'string';
    case 'integer or null':
      return value === null || Number.isSafeInteger(value);
    default:
      return type.includes(value as string);
  }
}
