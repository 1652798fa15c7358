"""plot_points.py FILE: prints the texts and the points of a picture of gputile-tune --plot, whose points are in its square;
that of the least time is the lowest, that of the greatest the highest."""
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
root = ElementTree.parse(sys.argv[1]).getroot()
square = next(rect for rect in root.iter(SVG + "rect") if rect.get("fill") == "none")
left, top, side = float(square.get("x")), float(square.get("y")), float(square.get("width"))
for text in root.iter(SVG + "text"):
    print(text.text)
heights = []
for circle in root.iter(SVG + "circle"):
    x, y = float(circle.get("cx")), float(circle.get("cy"))
    assert left <= x <= left + side and top <= y <= top + side
    title = circle.find(SVG + "title").text
    heights.append((float(title.split(": ")[1].split()[0]), -y))
    print(title)
assert [time for time, _ in sorted(heights, key=lambda each: each[1])] == sorted(time for time, _ in heights)
