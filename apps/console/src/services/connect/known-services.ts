import type { AccessType } from './access-values.ts';

/** A popular service, with everything needed to connect it. */
export interface KnownService {
  title: string;
  /** Purpose of its tools. */
  does: string;
  /** Prefix of its tools, unless the person chooses another. */
  service: string;
  kind: 'mcp-http' | 'openapi';
  /** Address of the MCP endpoint or of the OpenAPI document. */
  url: string;
  access: AccessType;
  /** Header that carries an API key. */
  keyName?: string;
  /** Page on which to get credentials. */
  credentials?: string;
}

/** Addresses as each service publishes them. */
export const knownServices: readonly KnownService[] = [
  {
    title: 'GitHub',
    does: 'Repositories, issues, pull requests, code search',
    service: 'github',
    kind: 'mcp-http',
    url: 'https://api.githubcopilot.com/mcp/',
    access: 'bearer',
    credentials: 'A personal access token, from Settings > Developer settings. Grant only the permissions that agents need.',
  },
  {
    title: 'Linear',
    does: 'Issues, projects, comments',
    service: 'linear',
    kind: 'mcp-http',
    url: 'https://mcp.linear.app/mcp',
    access: 'oauth',
  },
  {
    title: 'Notion',
    does: 'Pages, databases, comments',
    service: 'notion',
    kind: 'mcp-http',
    url: 'https://mcp.notion.com/mcp',
    access: 'oauth',
  },
  {
    title: 'Sentry',
    does: 'Errors, traces, projects',
    service: 'sentry',
    kind: 'mcp-http',
    url: 'https://mcp.sentry.dev/mcp',
    access: 'oauth',
  },
  {
    title: 'Stripe',
    does: 'Customers, payments, invoices',
    service: 'stripe',
    kind: 'mcp-http',
    url: 'https://mcp.stripe.com',
    access: 'bearer',
    credentials: 'A restricted key, from Developers > API keys.',
  },
  {
    title: 'Hugging Face',
    does: 'Models, data sets, papers',
    service: 'hugging-face',
    kind: 'mcp-http',
    url: 'https://huggingface.co/mcp',
    access: 'bearer',
    credentials: 'An access token, from Settings > Access tokens.',
  },
  {
    title: 'Apify',
    does: 'Web scrapers and automation tools',
    service: 'apify',
    kind: 'mcp-http',
    url: 'https://mcp.apify.com',
    access: 'bearer',
    credentials: 'An API token, from Settings > API & integrations.',
  },
  {
    title: 'DeepWiki',
    does: 'Questions about public repositories',
    service: 'deepwiki',
    kind: 'mcp-http',
    url: 'https://mcp.deepwiki.com/mcp',
    access: 'none',
  },
  {
    title: 'Context7',
    does: 'Up-to-date library documentation',
    service: 'context7',
    kind: 'mcp-http',
    url: 'https://mcp.context7.com/mcp',
    access: 'none',
  },
  {
    title: 'Microsoft Learn',
    does: 'Search the Microsoft documentation',
    service: 'ms-learn',
    kind: 'mcp-http',
    url: 'https://learn.microsoft.com/api/mcp',
    access: 'none',
  },
  {
    title: 'Cloudflare documentation',
    does: 'Search the Cloudflare documentation',
    service: 'cloudflare-docs',
    kind: 'mcp-http',
    url: 'https://docs.mcp.cloudflare.com/mcp',
    access: 'none',
  },
  {
    title: 'GitHub REST API',
    does: 'All of GitHub: more than a thousand operations',
    service: 'github-api',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/github/rest-api-description/main/descriptions/api.github.com/api.github.com.json',
    access: 'bearer',
    credentials: 'A personal access token, from Settings > Developer settings.',
  },
  {
    title: 'Figma',
    does: 'Files, comments, components',
    service: 'figma',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/figma/rest-api-spec/main/openapi/openapi.yaml',
    access: 'api-key',
    keyName: 'X-Figma-Token',
    credentials: 'A personal access token, from Settings > Security.',
  },
  {
    title: 'Asana',
    does: 'Tasks, projects, portfolios',
    service: 'asana',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/Asana/openapi/master/defs/asana_oas.yaml',
    access: 'bearer',
    credentials: 'A personal access token, from the developer console.',
  },
  {
    title: 'Twilio',
    does: 'Messages and calls',
    service: 'twilio',
    kind: 'openapi',
    url: 'https://raw.githubusercontent.com/twilio/twilio-oai/main/spec/json/twilio_api_v2010.json',
    access: 'basic',
    credentials: 'Account SID as user name and auth token as password, from the console.',
  },
  {
    title: 'US National Weather Service',
    does: 'Forecasts, alerts, observations',
    service: 'weather',
    kind: 'openapi',
    url: 'https://api.weather.gov/openapi.json',
    access: 'none',
  },
];
