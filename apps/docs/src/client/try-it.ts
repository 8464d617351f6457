/** Sends calls from the page of a tool to the gateway that serves it. The key is read from its field each time, and stored nowhere. */
export function openTryIt(section: HTMLElement): void {
  const { tool = '' } = section.dataset;
  const key = section.querySelector('input');
  const given = section.querySelector('textarea');
  const button = section.querySelector('button');
  const status = section.querySelector<HTMLElement>('[role=status]');
  const answer = section.querySelector('pre');
  if (!key || !given || !button || !status || !answer) return;

  async function send(): Promise<void> {
    if (!key || !given || !button || !status || !answer) return;
    if (key.value.trim() === '') {
      status.textContent = 'Enter a key first.';
      key.focus();
      return;
    }
    button.disabled = true;
    status.textContent = 'Waiting for the answer …';
    try {
      const shown = await call(tool, key.value.trim(), given.value);
      status.textContent = shown.status;
      answer.textContent = shown.text;
      if (answer.parentElement) answer.parentElement.hidden = false;
    } catch {
      status.textContent = 'No answer. Check the key for characters that do not belong there, and your connection.';
    } finally {
      button.disabled = false;
    }
  }

  button.addEventListener('click', () => void send());
  section.hidden = false;
}

async function call(tool: string, key: string, body: string): Promise<{ status: string; text: string }> {
  const began = performance.now();
  const response = await fetch(`/v1/tools/${tool}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Gatehouse-Client': 'docs' },
    body,
    // Leaves out the cookies of the console.
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
  const text = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const status = `${response.status} ${response.statusText}, ${Math.round(performance.now() - began)} ms`;
  return { status, text: `${headers.join('\n')}\n\n${indented(text)}` };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
