from gametree import Nil, Seq
w=Seq.showl
def look_and_say(e,s):
 r=[]
 while (v:=w(s))!=Nil():
  x,s=v.head,v.tail
  if r and e(x,r[-1][1]):r[-1][0]+=1
  else:r+=[[1,x]]
 return Seq(map(tuple,r))
