import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Check, Copy } from '../icons/icons.ts';
import { copyToClipboard } from '../notices/copy-to-clipboard.ts';
import styles from './code-block.module.css';

const saidForMs = 2000;

interface CopyButtonProps {
  text: string;
  what: string;
  isMain?: boolean;
  onCopied?: (() => void) | undefined;
}

/** Copies a text, and confirms it on the button for a moment. */
export function CopyButton({ text, what, isMain = false, onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyToClipboard(text))) return;
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), saidForMs);
  };
  const icon = isCopied ? <Check size={14} /> : <Copy size={14} />;
  return (
    <Button variant={isMain ? 'filled' : 'default'} leftSection={icon} onClick={() => void copy()} aria-label={`Copy ${what}`}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}

interface CodeBlockProps extends Pick<CopyButtonProps, 'text' | 'what' | 'onCopied'> {
  /** The same text, as it is shown. */
  children?: ReactNode;
}

/** Text to be pasted elsewhere. */
export function CodeBlock({ text, what, onCopied, children }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard */}
      <pre tabIndex={0}>{children ?? text}</pre>
      <div className={styles.copy}>
        <CopyButton text={text} what={what} onCopied={onCopied} />
      </div>
    </div>
  );
}
