"""report_parts.py PAGE: prints the texts of the page of --report, an element on a line, and checks that the
page is well-formed and refers to nothing outside of it."""
import base64
import sys
import xml.etree.ElementTree as ElementTree

page = ElementTree.parse(sys.argv[1]).getroot()
anchors = {element.get("id") for element in page.iter() if element.get("id")}
for element in page.iter():
    assert "src" not in element.attrib or element.tag == "img", element.tag
    if element.tag == "img":
        kind, data = element.get("src").split(",")
        assert kind == "data:image/svg+xml;base64", kind
        ElementTree.fromstring(base64.b64decode(data))
        print("img", element.get("alt"))
    elif element.tag == "a":
        assert element.get("href")[1:] in anchors, element.get("href")
        print("a", "".join(element.itertext()))
    elif element.tag == "tr":
        name = "tr." + element.get("class") if element.get("class") else "tr"
        print(name, " | ".join("".join(cell.itertext()) for cell in element))
    elif element.tag in ("h1", "h2", "h3", "p", "li", "summary"):
        print(element.tag, "".join(element.itertext()))
