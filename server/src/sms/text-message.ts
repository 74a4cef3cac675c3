/** A text message. Only its id may stand in a log, never the number. */
export type Text = { id: string; to: string; text: string }

/** Refused for good; `mustAct` when it is the account that is refused, not this one number. */
export type Outcome = 'sent' | { refused: string; mustAct: boolean }

/** Hands a text to a gateway. Throws `TextDelayed` when the same text may go through later. */
export type SendText = (text: Text) => Promise<Outcome>

export class TextDelayed extends Error {}
