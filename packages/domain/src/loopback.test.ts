import { expect, it } from 'vitest';
import { isLoopbackHost } from './loopback.ts';

it.each(['localhost', '127.0.0.1', '[::1]'])('recognizes %s as this machine', (host) => {
  expect(isLoopbackHost(new URL(`http://${host}:8080/`).hostname)).toBe(true);
});

it.each(['localhost.example.com', '127.0.0.1.example.com', '10.0.0.1', '[::2]'])('does not recognize %s as this machine', (host) => {
  expect(isLoopbackHost(new URL(`http://${host}/`).hostname)).toBe(false);
});
