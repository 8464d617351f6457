import { expect, it } from 'vitest';
import { isLoopbackHost } from './loopback.ts';

it.each(['localhost', '127.0.0.1', '[::1]'])('takes %s for this machine', (host) => {
  expect(isLoopbackHost(new URL(`http://${host}:8080/`).hostname)).toBe(true);
});

it.each(['localhost.example.com', '127.0.0.1.example.com', '10.0.0.1', '[::2]'])('does not take %s for this machine', (host) => {
  expect(isLoopbackHost(new URL(`http://${host}/`).hostname)).toBe(false);
});
