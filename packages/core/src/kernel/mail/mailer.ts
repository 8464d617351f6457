/** A mail of plain text to one address. */
export interface Mail {
  /** One e-mail address, without a name. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
}

/** Core's way to a mail server. The program opens one where mail is set up; tests put a fake there. */
export interface Mailer {
  /** Hands a mail to the server, within 10 seconds. Resolves with a sentence about why that failed, or with undefined. Never rejects. */
  send(mail: Mail): Promise<string | undefined>;
}
