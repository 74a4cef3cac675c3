// What a browser has and the test environment lacks. Each does the least that the product relies on.

class IntersectionObserverStub {
  private readonly notify: IntersectionObserverCallback
  constructor(notify: IntersectionObserverCallback) {
    this.notify = notify
  }
  /** Everything is in view: nothing is laid out. */
  observe(target: Element): void {
    const entry = { isIntersecting: true, target } as IntersectionObserverEntry
    this.notify([entry], this as unknown as IntersectionObserver)
  }
  unobserve = () => undefined
  disconnect = () => undefined
  takeRecords = () => []
}

Object.assign(globalThis, { IntersectionObserver: IntersectionObserverStub })
Object.assign(Element.prototype, { scrollIntoView: () => undefined })
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset.popoverOpen = ''
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset.popoverOpen
  },
})

const { matches } = Element.prototype
Object.assign(Element.prototype, {
  matches(this: Element, selector: string) {
    return matches.call(this, selector.replaceAll(':popover-open', '[data-popover-open]'))
  },
})

export {}
