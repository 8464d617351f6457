import type { Tools } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { RequestContext, RequestScope } from '../requests/request-scope.ts';
import { callForProtocol } from './call-tool.ts';
import { parseSkillUri } from './skill-uris.ts';
import { readSkillResource } from './skills.ts';

const markdown = 'text/markdown';

const resourceTypes = ['docs', 'skills'] as const;
type ResourceType = (typeof resourceTypes)[number];

/** Address templates of resources, for clients that fill in an identifier. */
const templates: Record<ResourceType, ResourceTemplateType> = {
  docs: {
    name: 'document',
    title: 'Document',
    uriTemplate: 'gatehouse://docs/{docId}',
    description: 'Document of the workspace, by its identifier from search or list_docs.',
    mimeType: markdown,
  },
  skills: {
    name: 'skill',
    title: 'Skill',
    uriTemplate: 'gatehouse://skills/{fileId}',
    description: 'Skill (SKILL.md), by its identifier from search or list_skills.',
    mimeType: markdown,
  },
};

/** Tools that list and read each type. A key that may not call the tool cannot list or read the resources either (D49). */
const listedBy: Record<ResourceType, string> = { docs: 'list_docs', skills: 'list_skills' };
const readBy: Record<ResourceType, string> = { docs: 'read_doc', skills: 'read_file' };

export async function listTemplates(scope: RequestScope): Promise<ListResourceTemplatesResult> {
  return { resourceTemplates: (await servedTypes(scope, readBy)).map((type) => templates[type]) };
}

async function servedTypes({ gateway, caller }: RequestScope, ...by: Record<ResourceType, string>[]): Promise<ResourceType[]> {
  const who = await caller();
  return resourceTypes.filter((type) => by.every((tools) => gateway.registry.allows(who, tools[type])));
}

type ListedDoc = Tools['list_docs']['output']['docs'][number];
type ListedSkill = Tools['list_skills']['output']['skills'][number];

/** One page of all documents, newest first, followed by all skills: pages of `list_docs` and `list_skills`. */
export async function listResources(
  scope: RequestScope,
  cursor: string | undefined,
  context: RequestContext,
): Promise<ListResourcesResult> {
  const types = await servedTypes(scope, listedBy, readBy);
  if (types.length === 0) return { resources: [] };
  const [, named, position] = /^(docs|skills):(.*)$/s.exec(cursor ?? `${types[0]}:`) ?? [];
  const type = types.find((one) => one === named);
  if (!type) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor: use the nextCursor of the previous page');
  const { resources, nextCursor } = await pageOf[type](scope, position === '' ? {} : { cursor: position }, context);
  const following = types[types.indexOf(type) + 1];
  const next = nextCursor === null ? following && `${following}:` : `${type}:${nextCursor}`;
  return { resources, ...(next !== undefined && { nextCursor: next }) };
}

interface ResourcePage {
  resources: Resource[];
  nextCursor: string | null;
}

const pageOf: Record<ResourceType, (scope: RequestScope, page: object, context: RequestContext) => Promise<ResourcePage>> = {
  async docs(scope, page, context) {
    const { docs, nextCursor } = await callForProtocol(scope, 'list_docs', page, context);
    return { resources: docs.map(docResource), nextCursor };
  },
  async skills(scope, page, context) {
    const { skills, nextCursor } = await callForProtocol(scope, 'list_skills', page, context);
    return { resources: skills.map(skillResource), nextCursor };
  },
};

/** Reads a document or skill by the tool that serves it, so that it is seen, counted and logged alike. */
export async function readResource(scope: RequestScope, uri: string, context: RequestContext): Promise<ReadResourceResult> {
  const skill = parseSkillUri(uri);
  if (skill) return await readSkillResource(scope, uri, skill, context);
  const address = parseResourceUri(uri);
  if (!address) throw new ResourceNotFoundError(uri);
  const text = await readText(scope, address, context).catch((error) => {
    if (error instanceof ProtocolError && reasonOf(error) === 'no_such_item') throw new ResourceNotFoundError(uri, error.message);
    throw error;
  });
  if (text === null) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'invalid_request: this text is larger than 256 KB; read parts of it with find_text and read_lines',
    );
  }
  return { contents: [{ uri, mimeType: markdown, text }] };
}

interface ResourceAddress {
  type: ResourceType;
  id: string;
}

export function parseResourceUri(uri: string): ResourceAddress | undefined {
  const [, type, id] = /^gatehouse:\/\/(docs|skills)\/([A-Za-z0-9_-]{1,100})$/.exec(uri) ?? [];
  const known = resourceTypes.find((one) => one === type);
  return known === undefined || id === undefined ? undefined : { type: known, id };
}

async function readText(scope: RequestScope, { type, id }: ResourceAddress, context: RequestContext): Promise<string | null> {
  if (type === 'docs') return (await callForProtocol(scope, 'read_doc', { docId: id }, context)).bodyMarkdown;
  const file = await callForProtocol(scope, 'read_file', { fileId: id }, context);
  if (file.kind !== 'skill')
    throw new ResourceNotFoundError(`gatehouse://skills/${id}`, 'this file is not a skill; read it with read_file');
  return file.content;
}

function docResource({ id, title, sizeBytes, updatedAt }: ListedDoc): Resource {
  return {
    uri: `gatehouse://docs/${id}`,
    name: title,
    title,
    mimeType: markdown,
    size: sizeBytes,
    annotations: { lastModified: isoTime(updatedAt) },
  };
}

function skillResource({ id, name, description, updatedAt }: ListedSkill): Resource {
  return {
    uri: `gatehouse://skills/${id}`,
    name,
    title: name,
    description,
    mimeType: markdown,
    annotations: { lastModified: isoTime(updatedAt) },
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function reasonOf(error: ProtocolError): unknown {
  return fieldOf(error.data, 'reason');
}
