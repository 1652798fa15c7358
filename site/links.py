"""Links of a made site that lead nowhere."""

import html.parser
import os
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.anchors.add(value)


def pages_of(site):
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                with open(path) as file:
                    yield os.path.relpath(path, site), Page(file.read())


def problems(site):
    """A line for each link, and what was looked at."""
    pages, found, count = dict(pages_of(site)), [], 0
    for name, page in pages.items():
        # Its links are those of whatever folder it is shown for.
        if name == "404.html":
            continue
        for link in page.links:
            url = urllib.parse.urlparse(link)
            if url.scheme or url.netloc:
                continue
            count += 1
            target = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(url.path))) if url.path else name
            if os.path.isdir(os.path.join(site, target)):
                target = os.path.normpath(os.path.join(target, "index.html"))
            if not os.path.exists(os.path.join(site, target)):
                found.append(f"{name}: there is no {link}")
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target].anchors:
                found.append(f"{name}: {target} has no place for {link}")
    return found, len(pages), count
