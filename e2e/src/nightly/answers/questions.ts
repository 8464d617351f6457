/** Documentation from another project, and plain questions about it. */
export interface Corpus {
  /** On npm. */
  package: string;
  /** Fixed, because each release of a project can rename its pages. */
  version: string;
  /** Folder of its pages in the package. */
  folder: string;
  /** Each question with the names of the pages that answer it, without leading numbers and endings. */
  questions: readonly [question: string, pages: readonly string[]][];
}

export const corpora: readonly Corpus[] = [
  {
    package: 'next',
    version: '16.4.6',
    folder: 'dist/docs',
    questions: [
      ['How do I load Google fonts?', ['fonts', 'font']],
      ['Which image component options optimize pictures?', ['image', 'images']],
      ['How can I redirect a visitor to another page?', ['redirecting', 'redirects', 'redirect']],
      ['How do I deploy it on my own server?', ['self-hosting', 'deploying']],
      ['Where do I put environment variables?', ['environment-variables']],
      ['migrating from Vite', ['from-vite']],
      ['How do I set up Jest for unit tests?', ['jest']],
      ['end to end tests with Playwright', ['playwright']],
      ['How do I add translations for several languages?', ['internationalization']],
      ['show a loading skeleton while a page streams', ['loading', 'streaming']],
      ['What do I do to create a sitemap?', ['sitemap']],
      ['revalidating cached data by tag', ['revalidateTag', 'revalidating', 'updateTag', 'cacheTag']],
      ['Content Security Policy with a nonce', ['content-security-policy']],
      ['writing styles with Sass', ['sass']],
      ['How do dynamic routes work?', ['dynamic-routes']],
      ['read and set cookies on the server', ['cookies']],
      ['What are parallel routes?', ['parallel-routes']],
      ['export the site as static HTML', ['static-exports', 'output']],
      ['measure web vitals', ['use-report-web-vitals', 'useReportWebVitals', 'analytics']],
      ['a custom server in Node', ['custom-server']],
    ],
  },
  {
    package: 'ai',
    version: '6.0.326',
    folder: 'docs',
    questions: [
      ['How do I generate an image?', ['image-generation', 'generate-image']],
      ['How can a model call tools?', ['tools-and-tool-calling', 'tool-calling', 'chatbot-tool-usage', 'tool']],
      ['How do I transcribe audio?', ['transcription', 'transcribe']],
      ['generating speech from text', ['speech', 'generate-speech']],
      ['How do I rerank documents?', ['reranking', 'rerank']],
      ['embed many values at once', ['embed-many', 'embeddings']],
      ['similarity of two embeddings', ['cosine-similarity', 'embeddings']],
      ['resuming a stream after a page reload', ['chatbot-resume-streams']],
      [
        'How do I keep the messages of a chat in a database?',
        ['chatbot-message-persistence', 'storing-messages', 'saving-and-restoring-states'],
      ],
      ['connect to an MCP server over stdio', ['mcp-stdio-transport', 'mcp-tools', 'create-mcp-client', 'mcp']],
      ['mock a language model in unit tests', ['testing', 'mock-language-model']],
      ['Where is OpenTelemetry tracing described?', ['telemetry']],
      ['validate output with Valibot', ['valibot-schema']],
      ['stopping a stream', ['stopping-streams', 'abort-breaks-resumable-streams']],
      ['rate limits of an API route', ['rate-limiting']],
      ['caching responses', ['caching']],
    ],
  },
  {
    package: '@mastra/mcp-docs-server',
    version: '0.13.31',
    folder: '.docs/raw',
    questions: [
      ['authenticating with WorkOS', ['workos']],
      ['suspending a workflow and resuming it later', ['suspend-and-resume', 'resume', 'human-in-the-loop']],
      ['What does the MCP server class do?', ['mcp-server', 'publish-mcp-server', 'mcp-overview', 'overview']],
      ['deploy to Cloudflare', ['cloudflare-deployer', 'cloudflare', 'cloud-providers']],
      ['How does semantic recall work?', ['semantic-recall', 'how-semantic-recall-works', 'what-is-semantic-recall']],
      ['send traces to Langfuse', ['langfuse']],
      ['speech with Azure voices', ['azure']],
      ['How do I split documents into chunks?', ['chunking-and-embedding', 'chunk', 'document']],
      ['branches in a workflow', ['branch', 'control-flow', 'creating-conditional-steps']],
      ['evaluate answers for hallucination', ['hallucination']],
      ['store vectors in Postgres', ['pg', 'postgresql', 'vector-databases', 'postgres', 'vector-store-configuration']],
      ['set up a Next.js project', ['next-js', 'nextjs']],
      ['What is working memory?', ['working-memory', 'what-is-working-memory', 'how-working-memory-works', 'configuring-working-memory']],
      ['networks of agents', ['networks', 'network', 'agent-network', 'vnext-network']],
      ['verify tokens with Clerk', ['clerk']],
      ['stream events of a workflow', ['stream', 'streamVNext', 'workflow-streaming', 'watch', 'events']],
    ],
  },
];
