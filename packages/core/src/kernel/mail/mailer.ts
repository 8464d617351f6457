/** A mail of plain text to one address. */
export interface Mail {
  /** One e-mail address, without a name. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
}

/** Access to a mail server. The program opens one if mail is set up; tests use a fake. */
export interface Mailer {
  /** Hands a mail to the server, within 10 seconds. Resolves with a sentence about a failure, or with undefined. Never rejects. */
  send(mail: Mail): Promise<string | undefined>;
}
