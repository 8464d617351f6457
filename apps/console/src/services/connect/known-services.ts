import { knownServices as strings } from '../strings.ts';
import type { AccessType } from './access-values.ts';

/** A service that many people have, with what is needed to connect it. */
export interface KnownService {
  title: string;
  /** What its tools are for. */
  does: string;
  /** What its tools begin with, unless somebody chooses otherwise. */
  service: string;
  kind: 'mcp-http' | 'openapi';
  /** The MCP endpoint, or where the OpenAPI document is. */
  url: string;
  access: AccessType;
  /** Of an API key: the header it travels in. */
  keyName?: string;
  /** Where its credentials come from. */
  credentials?: string;
}

/** The addresses are those that each publishes itself. */
export const knownServices: readonly KnownService[] = [
  {
    title: strings.github,
    does: strings.repositories,
    service: 'github',
    kind: 'mcp-http',
    url: 'https://api.githubcopilot.com/mcp/',
    access: 'bearer',
    credentials: strings.personalAccessToken,
  },
  {
    title: strings.linear,
    does: strings.issues,
    service: 'linear',
    kind: 'mcp-http',
    url: 'https://mcp.linear.app/mcp',
    access: 'oauth',
  },
  {
    title: strings.notion,
    does: strings.pages,
    service: 'notion',
    kind: 'mcp-http',
    url: 'https://mcp.notion.com/mcp',
    access: 'oauth',
  },
  {
    title: strings.sentry,
    does: strings.errors,
    service: 'sentry',
    kind: 'mcp-http',
    url: 'https://mcp.sentry.dev/mcp',
    access: 'oauth',
  },
  {
    title: strings.stripe,
    does: strings.customers,
    service: 'stripe',
    kind: 'mcp-http',
    url: 'https://mcp.stripe.com',
    access: 'bearer',
    credentials: strings.restrictedKey,
  },
  {
    title: strings.huggingFace,
    does: strings.models,
    service: 'hugging-face',
    kind: 'mcp-http',
    url: 'https://huggingface.co/mcp',
    access: 'bearer',
    credentials: strings.accessToken,
  },
  {
    title: strings.apify,
    does: strings.scrapersAndOtherReadyPrograms,
    service: 'apify',
    kind: 'mcp-http',
    url: 'https://mcp.apify.com',
    access: 'bearer',
    credentials: strings.apiToken,
  },
  {
    title: strings.deepwiki,
    does: strings.questionsAboutPublicRepositories,
    service: 'deepwiki',
    kind: 'mcp-http',
    url: 'https://mcp.deepwiki.com/mcp',
    access: 'none',
  },
  {
    title: strings.context7,
    does: strings.documentationOfLibrariesAsThey,
    service: 'context7',
    kind: 'mcp-http',
    url: 'https://mcp.context7.com/mcp',
    access: 'none',
  },
  {
    title: strings.microsoftLearn,
    does: strings.searchInDocumentationOfMicrosoft,
    service: 'ms-learn',
    kind: 'mcp-http',
    url: 'https://learn.microsoft.com/api/mcp',
    access: 'none',
  },
  {
    title: strings.cloudflareDocumentation,
    does: strings.searchInDocumentationOfCloudflare,
    service: 'cloudflare-docs',
    kind: 'mcp-http',
    url: 'https://docs.mcp.cloudflare.com/mcp',
    access: 'none',
  },
  {
    title: strings.githubRestApi,
    does: strings.allOfGithub,
    service: 'github-api',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/github/rest-api-description/main/descriptions/api.github.com/api.github.com.json',
    access: 'bearer',
    credentials: strings.personalAccessTokenFromSettingsDeveloper,
  },
  {
    title: strings.figma,
    does: strings.files,
    service: 'figma',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/figma/rest-api-spec/main/openapi/openapi.yaml',
    access: 'api-key',
    keyName: 'X-Figma-Token',
    credentials: strings.personalAccessTokenFromSettingsSecurity,
  },
  {
    title: strings.asana,
    does: strings.tasks,
    service: 'asana',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/Asana/openapi/master/defs/asana_oas.yaml',
    access: 'bearer',
    credentials: strings.personalAccessTokenFromDeveloperConsole,
  },
  {
    title: strings.twilio,
    does: strings.messagesAndCalls,
    service: 'twilio',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/twilio/twilio-oai/main/spec/json/twilio_api_v2010.json',
    access: 'basic',
    credentials: strings.accountSidAsUserName,
  },
  {
    title: strings.usNationalWeatherService,
    does: strings.forecasts,
    service: 'weather',
    kind: 'openapi',
    url: 'https://api.weather.gov/openapi.json',
    access: 'none',
  },
];
