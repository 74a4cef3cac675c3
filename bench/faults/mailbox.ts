import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

export type ReceivedEmail = { subject: string; text: string }

/** The emails of a server without SMTP, which writes them to DATA_DIR/mail. Each file is read once. */
export class Mailbox {
  readonly #folder: string
  readonly #read = new Set<string>()
  readonly #byRecipient = new Map<string, ReceivedEmail[]>()

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail')
  }

  /** Reads the emails that were written since the last call. */
  async refresh(): Promise<void> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      // The first email creates the folder.
      if (error.code === 'ENOENT') return []
      throw error
    })
    const added = names.filter(name => !name.startsWith('.') && name.endsWith('.eml') && !this.#read.has(name)).sort()
    for (const name of added) {
      this.#read.add(name)
      const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(join(this.#folder, name)))
      for (const { address = '' } of to ?? [])
        this.#byRecipient.set(address, [...(this.#byRecipient.get(address) ?? []), { subject, text }])
    }
  }

  /** Returns the emails to an address, oldest first. */
  emailsTo(address: string): readonly ReceivedEmail[] {
    return this.#byRecipient.get(address) ?? []
  }
}
